import { beforeEach, expect, test } from 'vitest';
import { RecordingLog } from '../../../testing/voice/relay/relay-harness.ts';
import type { AmdAnswer } from '../../ports/call.ts';
import type { CarrierConnection } from '../../ports/carrier-connection.ts';
import { callWebhooks, type WebhookDeps } from './webhooks.ts';

let told: unknown[];
beforeEach(() => {
  told = [];
});

const deps = {
  life: { applyAmdResult: async () => ({ kind: 'ours', call: { id: 'c1' } }) },
  sessions: { send: (_id: string, input: object) => void told.push(input) },
  reportGreetingEnd: (_call: object, end: string) => void told.push(end),
  clock: { now: () => new Date(0) },
} as unknown as WebhookDeps;

async function detected(answeredBy: AmdAnswer): Promise<void> {
  const notice = { kind: 'amd', callId: 'c1', result: { sid: 'CA1', answeredBy } };
  const respond = () => ({ status: 204, contentType: null, body: '' });
  const connection = { webhooks: { '/amd': () => ({ notice, respond }) } } as unknown as CarrierConnection;
  const request = { url: '/amd', headers: {}, body: '' };
  await callWebhooks(deps)(connection, '/amd', request, new RecordingLog());
}

test.each(['human', 'machine', 'fax', 'unknown'] as const)(
  'VS20: the session is told of %s as it is',
  async (answeredBy) => {
    await detected(answeredBy);
    expect(told).toEqual([{ type: 'control.amdResult', answeredBy, greetingEnd: null }]);
  },
);

test.each([
  ['machine_beep', 'beep'],
  ['machine_silence', 'silence'],
  ['machine_other', 'other'],
] as const)(
  'VS40: of "%s" the end of the greeting is reported to whichever server has the session',
  async (answer, end) => {
    await detected(answer);
    expect(told).toEqual([end]);
  },
);

import { emptyAgentConfig } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { Carrier, TextOutcome } from '../../ports/carrier.ts';
import type { BegunText, NewTextMessage } from '../../ports/text-messages.ts';
import { createSendText, type TextToSend } from '../../voice/tools/send-text.ts';
import { createReceiveText } from './receive-text.ts';
import { createTextSender } from './send-text.ts';
import { createTakeTextReport } from './text-reports.ts';

const call = {
  ...{ id: 'c', tenantId: 't', direction: 'inbound', from: '+15005550010', to: '+15005550006' },
  callbackUrl: null,
} as CallRecord;
const key = { tenantId: 't', callId: 'c' };
const address: TextToSend = { name: 'Address', body: 'We are at 12 Elm Street.', idempotencyKey: 'c:1' };
const log = { debug() {}, info() {}, warn() {}, error() {} };

interface Situation {
  readonly now?: Partial<CallRecord>;
  readonly outcome?: TextOutcome;
  readonly begun?: BegunText;
  readonly guard?: () => void;
}

function sender({ now = {}, outcome, begun, guard = () => {} }: Situation = {}) {
  const sent: object[] = [];
  const stored: NewTextMessage[] = [];
  const finished: TextOutcome[] = [];
  const send = createTextSender({
    store: { find: async () => ({ ...call, ...now }) },
    texts: {
      begin: async (message) => {
        stored.push(message);
        return begun ?? { kind: 'begun', id: 'm' };
      },
      finish: async (_tenant, _id, what) => void finished.push(what),
    },
    carrierOf: () => ({
      ...{ name: 'carrier', account: 'AC1' },
      sendText: async (text) => {
        expect(stored).toHaveLength(1);
        sent.push(text);
        return outcome ?? { kind: 'sent', sid: 'SM1' };
      },
    }),
    guardNumber: guard,
    clock: new ManualClock(),
    log,
  });
  return { send: (text = address) => send(key, text), sent, stored, finished };
}

describe('TX1: one of the agent’s texts, to the other party', () => {
  const texts = [
    { name: 'Address', text: 'We are at 12 Elm Street.' },
    { name: 'Form', text: 'https://example.com/form' },
  ];
  const offered = { speech: 'text', canTransfer: false, texts } as const;
  const toolOf = (seen: TextToSend[] = []) =>
    createSendText(async (_call, text) => {
      seen.push(text);
      return { status: 'done', detail: 'Sent.' };
    });

  test('the model names it, and the words are those of the agent', async () => {
    const seen: TextToSend[] = [];
    const tool = toolOf(seen).forCall?.(offered);
    if (tool?.work.by !== 'runner') throw new Error('The tool is not run.');
    expect(JSON.stringify(tool.parameters)).toContain('"enum":["Address","Form"]');
    expect(tool.check({ text: 'Something else' }).ok).toBe(false);
    const run = {
      ...{ call: key, brief: { ...exampleBrief, texts }, idempotencyKey: 'c:1' },
      signal: new AbortController().signal,
    };
    await tool.work.run({ ...run, input: { text: 'Address', body: 'Pay here.' } });
    expect(seen).toEqual([address]);
    expect(await tool.work.run({ ...run, input: { text: 'Invented' } })).toMatchObject({ status: 'refused' });
    expect(seen).toHaveLength(1);
  });

  test('not offered without texts, or to a withheld number', () => {
    const tool = toolOf();
    expect(tool.isOfferedOn(offered)).toBe(true);
    expect(tool.isOfferedOn({ ...offered, texts: [] })).toBe(false);
    expect(tool.isOfferedOn({ ...offered, numberKnown: false })).toBe(false);
    expect(emptyAgentConfig('Dental').tools?.texts ?? []).toEqual([]);
  });

  test.each([
    ['inbound', '+15005550010', '+15005550006'],
    ['outbound', '+15005550006', '+15005550010'],
  ] as const)('%s: from the number of the call to the other one', async (direction, to, from) => {
    const it = sender({ now: { direction } });
    expect(await it.send()).toMatchObject({ status: 'done' });
    const report = { callId: 'c', textId: 'm', callbackUrl: null };
    expect(it.sent).toEqual([{ to, from, body: address.body, report }]);
  });
});

describe('TX2: once', () => {
  test('it is stored under its tool call before the carrier is asked, and then what became of it', async () => {
    const it = sender();
    await it.send();
    expect(it.stored).toMatchObject([{ toolCallId: 'c:1', template: 'Address' }]);
    expect(it.finished).toEqual([{ kind: 'sent', sid: 'SM1' }]);
  });

  test('where no answer comes nobody knows, and it is not repeated', async () => {
    const it = sender({ outcome: { kind: 'unknown', detail: 'ECONNRESET' } });
    expect(await it.send()).toMatchObject({
      status: 'timed_out',
      unknown: true,
      detail: expect.stringContaining('Do not send it again'),
    });
    expect(it.sent).toHaveLength(1);
    expect(it.finished).toEqual([{ kind: 'unknown', detail: 'ECONNRESET' }]);
  });

  test.each(['repeated', 'too many'] as const)('%s: the carrier is not asked', async (kind) => {
    const it = sender({ begun: { kind } });
    expect(await it.send()).toMatchObject({ status: 'refused' });
    expect(it.sent).toEqual([]);
  });
});

describe('TX3: STOP', () => {
  function receiver(owner: string | null = null) {
    const done: string[] = [];
    const receive = createReceiveText({
      texts: {
        stop: async (tenantId, number) => void done.push(`stop ${tenantId} ${number}`),
        allow: async (tenantId, number) => void done.push(`allow ${tenantId} ${number}`),
      },
      agents: { answering: async (to) => (to === '+15005550006' ? ({ tenantId: 't' } as never) : null) },
      ownerOf: () => owner,
      clock: new ManualClock(),
    });
    const text = (body: string, from: string | null = '+15005550010', to = '+15005550006') =>
      receive({} as Carrier, { from, to, body });
    return { done, text };
  }

  test.each(['STOP', ' stop. ', 'Stop!', 'STOPALL', 'Unsubscribe', 'arrêt', 'OPT-OUT'])(
    '%s',
    async (body) => {
      const { done, text } = receiver();
      await text(body);
      expect(done).toEqual(['stop t +15005550010']);
    },
  );

  test('START takes it back', async () => {
    const { done, text } = receiver();
    await text('Start');
    expect(done).toEqual(['allow t +15005550010']);
  });

  test.each(['please stop by at nine', 'Hello', '', '🛑'])('%s is not read', async (body) => {
    const { done, text } = receiver();
    await text(body);
    expect(done).toEqual([]);
  });

  test('it belongs to the organization of the account, or of the number', async () => {
    const own = receiver('o');
    await own.text('STOP');
    expect(own.done).toEqual(['stop o +15005550010']);
    const unknown = receiver();
    await unknown.text('STOP', '+15005550010', '+15005550099');
    await unknown.text('STOP', null);
    expect(unknown.done).toEqual([]);
  });

  test('whoever has sent it gets nothing, and is told how to take it back', async () => {
    const it = sender({ begun: { kind: 'stopped' } });
    expect(await it.send()).toMatchObject({ status: 'refused', detail: expect.stringContaining('START') });
    expect(it.sent).toEqual([]);
  });
});

describe('TX4: refused in words', () => {
  test.each([
    ['a landline', { now: { from: '+493012345678' } }, /landline/],
    ['a phone that has refused one before', { begun: { kind: 'cannot receive' } }, /gets no text messages/],
    ['a withheld number', { now: { from: null } }, /not known/],
    [
      'a number that must not be reached from here',
      {
        guard: () => {
          throw new Error('premium rate');
        },
      },
      /not sent to this number/,
    ],
  ] as const)('%s: the carrier is not asked', async (_, situation, said) => {
    const it = sender(situation as Situation);
    expect(await it.send()).toMatchObject({ status: 'refused', detail: expect.stringMatching(said) });
    expect(it.sent).toEqual([]);
  });

  test.each([
    ['cannot_send_texts', /number of this call cannot send/],
    ['cannot_receive_texts', /gets no text messages/],
    ['opted_out', /STOP/],
    ['account_problem', /refused it/],
  ] as const)('the carrier says %s', async (reason, said) => {
    const it = sender({ outcome: { kind: 'refused', refusal: { reason, carrierCode: null } } });
    expect(await it.send()).toMatchObject({ status: 'refused', detail: expect.stringMatching(said) });
  });

  test.each(['', ' ', 'x'.repeat(1_601)])('a text that no carrier takes', async (body) => {
    const it = sender();
    expect(await it.send({ ...address, body })).toMatchObject({ status: 'refused' });
    expect(it.sent).toEqual([]);
  });
});

describe('TX6: a report of the carrier', () => {
  const report = { textId: 'm', sid: 'SM1', delivery: 'undelivered', code: 30003, reason: null } as const;

  test.each([
    ['is stored with its call', true, 'c', 1],
    ['about a call of another account is not', false, 'c', 0],
    ['about a call that is gone is not', true, 'gone', 0],
  ])('%s', async (_what, own, callId, count) => {
    const stored: object[] = [];
    const take = createTakeTextReport({
      store: { find: async (ref) => ('id' in ref && ref.id === 'c' ? call : null) },
      texts: { report: async (of, what) => void stored.push({ ...of, ...what }) },
      isOwn: () => own,
      log,
    });
    await take({} as Carrier, callId, report);
    expect(stored).toEqual(Array.from({ length: count }, () => ({ ...key, ...report })));
  });
});

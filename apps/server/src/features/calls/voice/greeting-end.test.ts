import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CommandOutcome, SessionCommand } from '../../../ports/session-commands.ts';
import type { SessionInput } from '../../../voice/session-runner.ts';
import { callTimes } from '../call-times.ts';
import { createReportGreetingEnd, type GreetingEndDeps } from './greeting-end.ts';

const call = { id: 'c', tenantId: 't', voicemailMessageAt: null } as CallRecord;

interface Situation {
  /** The session is on this server. */
  readonly here?: boolean;
  /** What becomes of each command; null: no server holds a live session. */
  readonly outcomes?: readonly (CommandOutcome['state'] | null)[];
  readonly now?: Partial<CallRecord>;
}

async function report({ here = false, outcomes = [], now = {} }: Situation) {
  const sent: SessionInput[] = [];
  const commands: SessionCommand[] = [];
  const applied: object[] = [];
  const tasks: Promise<unknown>[] = [];
  const deps = {
    sessions: {
      send: (_id: string, input: SessionInput) => {
        if (here) sent.push(input);
        return here;
      },
    },
    commands: {
      send: async (_call: object, command: SessionCommand) => {
        commands.push(command);
        return outcomes[commands.length - 1] === null ? null : 'id';
      },
      outcome: async () => ({ state: outcomes[commands.length - 1], detail: '' }),
      settleOverdue: async () => {},
    },
    life: { apply: async (_ref: object, event: object) => void applied.push(event) },
    store: { find: async () => ({ ...call, ...now }) },
    background: { run: (_task: object, act: () => Promise<void>) => void tasks.push(act()) },
    times: callTimes,
    clock: new ManualClock(),
  } as unknown as GreetingEndDeps;
  createReportGreetingEnd(deps)(call, 'beep');
  await Promise.all(tasks);
  return { sent, commands, applied };
}

const told = { type: 'control.amdResult', answeredBy: 'machine', greetingEnd: 'beep' };
const command = { kind: 'greeting-ended', end: 'beep' };

test('CL15: a session on this server is told at once', async () => {
  expect(await report({ here: true })).toEqual({ sent: [told], commands: [], applied: [] });
});

test('CL15: a session on another server is told by a command', async () => {
  expect(await report({ outcomes: ['done'] })).toEqual({ sent: [], commands: [command], applied: [] });
});

test.each<[string, Situation]>([
  ['no session is live: the one that begins reads it from the call', { outcomes: [null] }],
  ['the session is over before it was told', { outcomes: ['expired'] }],
  ['the session has just begun, and takes the second command', { outcomes: ['failed', 'done'] }],
  [
    'another session leaves the message',
    { outcomes: ['failed', 'failed', 'failed'], now: { voicemailMessageAt: new Date(0) } },
  ],
])('CL15: the call is not ended when %s', async (_case, situation) => {
  expect((await report(situation)).applied).toEqual([]);
});

test('CL15: a machine to which no session listens is hung up on', async () => {
  const { applied } = await report({ outcomes: ['failed', 'failed', 'failed'] });
  expect(applied).toMatchObject([{ type: 'end_requested', reason: 'voicemail' }]);
});

import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CommandOutcome, SessionCommand, TakenCommand } from '../../../ports/session-commands.ts';
import type { LiveSession } from '../../../voice/live-sessions.ts';
import type { SessionInput } from '../../../voice/session-runner.ts';
import { callTimes } from '../call-times.ts';
import type { TextInput } from '../tries/text-socket.ts';
import { CommandExecutor } from './command-executor.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** `answerMs`: how long the database takes to hand out commands. */
function executor({
  accepts = true,
  live = true,
  holds = true,
  typed = [] as TextInput[],
  answerMs = 0,
} = {}) {
  const clock = new ManualClock();
  const waiting: (TakenCommand & { readonly expiresAt: number })[] = [];
  const results: [string, CommandOutcome][] = [];
  const sent: SessionInput[] = [];
  let notify: () => void = () => {};
  let settlements = 0;
  let failures = 0;
  let looks = 0;
  const session = {
    accepts: () => accepts,
    send: (input: SessionInput) => void sent.push(input),
  } as unknown as LiveSession;
  const made = new CommandExecutor({
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    lookEveryMs: callTimes.commandLook,
    settleEveryMs: callTimes.leaseRenewal,
    commandTimes: { expiresMs: callTimes.commandExpires, resultMs: callTimes.commandResult },
    leases: {
      holder: { serverId: 'here', leaseMs: 15_000 },
      holdsAny: () => holds,
      sessionOf: () => (live ? session : null),
    },
    textSockets: { input: (_callId, input) => live && typed.push(input) > 0 },
    commands: {
      send: async () => null,
      outcome: async () => null,
      take: async (serverId) => {
        expect(serverId).toBe('here');
        looks += 1;
        if (answerMs > 0) await new Promise<void>((resolve) => clock.after(answerMs, resolve));
        if (failures > 0) {
          failures -= 1;
          throw new Error('The database is away.');
        }
        return waiting.splice(0).filter(({ expiresAt }) => expiresAt > clock.time());
      },
      finish: async ({ id }, outcome) => void results.push([id, outcome]),
      settleOverdue: async () => {
        settlements += 1;
      },
      listen: async (_serverId, onCommand) => {
        notify = onCommand;
        return { close: async () => {} };
      },
    },
  });
  const add = (id: string, command: SessionCommand) =>
    waiting.push({
      ...{ tenantId: 't', callId: 'c', session: 1, id, command },
      expiresAt: clock.time() + callTimes.commandExpires,
    });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await settled();
    }
  };
  return {
    ...{ made, add, pass, sent, results },
    notify: () => notify(),
    fail: (times: number) => {
      failures = times;
    },
    looks: () => looks,
    settlements: () => settlements,
  };
}

test('CL27: a command is carried out as soon as the server is notified, and answered', async () => {
  const { made, add, notify, sent, results } = executor();
  await made.start();
  add('1', { kind: 'transfer', reason: 'They asked for a person.' });
  add('2', { kind: 'end' });
  notify();
  await settled();
  expect(sent).toEqual([
    { type: 'control.transfer', reason: 'They asked for a person.' },
    { type: 'control.hangup' },
  ]);
  expect(results.map(([id, { state }]) => [id, state])).toEqual([
    ['1', 'done'],
    ['2', 'done'],
  ]);
});

test.each([
  ['the session cannot do it now', { accepts: false }],
  ['the session has just ended', { live: false }],
])('CL27: a command fails in words where %s', async (_case, situation) => {
  const { made, add, notify, sent, results } = executor(situation);
  await made.start();
  add('1', { kind: 'transfer', reason: '' });
  notify();
  await settled();
  expect(sent).toEqual([]);
  expect(results).toEqual([
    ['1', { state: 'failed', detail: expect.stringContaining('cannot be transferred') }],
  ]);
});

test('CL27: a command whose notice is lost on a half-open connection is carried out before it expires', async () => {
  // Whenever it is sent: just before a look, during one, and just after it.
  for (let sentAfter = 0; sentAfter <= 6_000; sentAfter += 100) {
    const { made, add, pass, results } = executor({ answerMs: 400 });
    await made.start();
    await pass(sentAfter);
    add('1', { kind: 'end' });
    await pass(callTimes.commandExpires);
    expect(results, `sent after ${sentAfter} ms`).toMatchObject([['1', { state: 'done' }]]);
  }
});

test('CL27: a look that fails is repeated soon, and overdue commands are settled at longer intervals', async () => {
  const { made, add, pass, sent, fail, settlements } = executor();
  await made.start();
  fail(1);
  add('1', { kind: 'end' });
  await pass(1_000);
  expect([sent.length, settlements()]).toEqual([0, 0]);
  await pass(1_000);
  expect([sent.length, settlements()]).toEqual([1, 0]);
  await pass(8_000);
  expect(settlements()).toBe(2);
});

test('a server without a live session does not ask for commands', async () => {
  const { made, notify, pass, looks } = executor({ holds: false });
  await made.start();
  await pass(20_000);
  expect(looks()).toBe(0);
  notify();
  await settled();
  expect(looks()).toBe(1);
});

test('AG24: what a person types in a try goes to its socket, and to no session', async () => {
  const typed: TextInput[] = [];
  const { made, add, notify, sent, results } = executor({ typed });
  await made.start();
  add('1', { kind: 'hear', text: 'Hello?' });
  add('2', { kind: 'typing' });
  add('3', { kind: 'press', digits: '1' });
  notify();
  await settled();
  expect(typed).toEqual([
    { kind: 'hear', text: 'Hello?' },
    { kind: 'typing' },
    { kind: 'press', digits: '1' },
  ]);
  expect(sent).toEqual([]);
  expect(results.map(([id, { state }]) => [id, state])).toEqual([
    ['1', 'done'],
    ['2', 'done'],
    ['3', 'done'],
  ]);
  await made.stop();
});

test('AG24: words for a try that has ended are refused', async () => {
  const { made, add, notify, results } = executor({ live: false });
  await made.start();
  add('1', { kind: 'hear', text: 'Hello?' });
  notify();
  await settled();
  expect(results).toEqual([['1', { state: 'failed', detail: 'The try has ended.' }]]);
  await made.stop();
});

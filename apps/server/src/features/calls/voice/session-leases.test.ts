import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { LiveSession } from '../../../voice/live-sessions.ts';
import type { SessionInput } from '../../../voice/session-runner.ts';
import { callTimes } from '../call-times.ts';
import { SessionLeases } from './session-leases.ts';

const key = (callId: string, session = 1): SessionKey => ({ tenantId: 't', callId, session });
const settled = () => new Promise((resolve) => setImmediate(resolve));

function leases() {
  const clock = new ManualClock();
  const asked: string[][] = [];
  const taken = new Set<string>();
  const logged: string[] = [];
  let down = false;
  let before: () => void = () => {};
  const made = new SessionLeases({
    serverId: 'here',
    clock,
    times: callTimes,
    log: { debug() {}, info() {}, error() {}, warn: (_fields, message) => void logged.push(message) },
    directory: {
      isListed: async () => true,
      find: async () => null,
      renew: async (holder, sessions) => {
        expect(holder).toEqual({ serverId: 'here', leaseMs: 15_000 });
        asked.push(sessions.map(({ callId }) => callId));
        if (down) throw new Error('The database is away.');
        before();
        return sessions.filter(({ callId }) => !taken.has(callId));
      },
    },
  });
  const sent: SessionInput[] = [];
  const session = { send: (input: SessionInput) => void sent.push(input) } as LiveSession;
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return {
    ...{ made, session, sent, asked, taken, logged, pass },
    setDown: (value: boolean) => {
      down = value;
    },
    whileAsking: (act: () => void) => {
      before = act;
    },
  };
}

test('CL26: all leases of a server are renewed together, three times before they are over', async () => {
  const { made, session, asked, pass, sent } = leases();
  made.start();
  for (const callId of ['a', 'b']) made.hold(key(callId), session);
  for (let time = 0; time < 15; time += 5) await pass(5_000);
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
  made.release(key('a'));
  await pass(5_000);
  expect(asked.at(-1)).toEqual(['b']);
  expect(sent).toEqual([]);
});

test('CL26: a session that another server has taken over ends here', async () => {
  const { made, session, taken, sent, logged, pass, asked } = leases();
  made.start();
  made.hold(key('a'), session);
  taken.add('a');
  await pass(5_000);
  expect(sent).toEqual([{ type: 'carrier.stopped', how: 'hung_up' }]);
  expect(logged).toEqual(['voice session ended: another server has resumed the call']);
  await pass(5_000);
  expect(asked).toHaveLength(1);
});

test('CL26: a session that ended by itself while leases were renewed is not taken for one that was lost', async () => {
  const { made, session, taken, sent, pass, whileAsking } = leases();
  made.start();
  made.hold(key('a'), session);
  taken.add('a');
  whileAsking(() => made.release(key('a')));
  await pass(5_000);
  expect(sent).toEqual([]);
});

test('CL26: while the database is away conversations go on, and the leases are renewed when it is back', async () => {
  const made = leases();
  made.made.start();
  made.made.hold(key('a'), made.session);
  made.setDown(true);
  for (let time = 0; time < 30; time += 5) await made.pass(5_000);
  made.setDown(false);
  await made.pass(5_000);
  expect(made.asked).toHaveLength(7);
  expect(made.sent).toEqual([]);
});

test('CL26: a session with a half-open socket ends here when the next one of its call begins on the same server', async () => {
  const { made, session, sent, logged, pass, asked } = leases();
  const nextSent: SessionInput[] = [];
  const next = { send: (input: SessionInput) => void nextSent.push(input) } as LiveSession;
  made.start();
  made.hold(key('a', 1), session);
  made.hold(key('a', 2), next);
  expect(sent).toEqual([{ type: 'carrier.stopped', how: 'hung_up' }]);
  await pass(5_000);
  expect([asked, nextSent, logged]).toEqual([[['a']], [], []]);
  expect(made.sessionOf(key('a', 2))).toBe(next);
});

test('releasing an earlier session of a call leaves the later one', () => {
  const { made, session } = leases();
  made.hold(key('a', 1), session);
  made.hold(key('a', 2), session);
  made.release(key('a', 1));
  expect(made.sessionOf(key('a', 2))).toBe(session);
  expect(made.sessionOf(key('a', 1))).toBeNull();
});

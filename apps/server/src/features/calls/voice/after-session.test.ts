import { expect, test } from 'vitest';
import {
  afterSession,
  began,
  call,
  ended,
  kinds,
  lost,
  open,
  type Situation,
} from '../../../../testing/after-session.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import { announcement, announcementsIn, createAnnounce } from '../answer-script.ts';

test.each<[string, Situation, number]>([
  ['its server stored the loss before the carrier asked', { sessions: [lost(1)] }, 2],
  ['its server stores it while the carrier asks', { sessions: [open(1)], finishesAfter: 2 }, 2],
  ['for the second time', { sessions: [lost(1), lost(2)] }, 3],
])('CL28: a lost session is resumed: %s', async (_case, situation, next) => {
  for (const kind of kinds) {
    const { [kind]: ask, connected, noted, finished } = afterSession(situation);
    expect(await ask(next - 1)).toMatchObject({ kind: 'stream', session: next });
    expect([connected, noted, finished]).toEqual([[next], [], []]);
  }
});

test.each<[string, Situation]>([
  ['nobody holds it any more', { sessions: [open(1)] }],
  ['its server does not answer', { sessions: [open(1)], finishesAfter: null }],
])('CL28: the loss is stored for a server that is gone: %s', async (_case, situation) => {
  for (const kind of kinds) {
    const { [kind]: ask, noted, finished, connected, clock } = afterSession(situation);
    const asked = clock.now().getTime();
    expect(await ask(1)).toMatchObject({ kind: 'stream', session: 2 });
    expect([noted, finished, connected]).toEqual([['line_dropped'], [[1, 'lost']], [2]]);
    expect(clock.now().getTime() - asked).toBeLessThan(1_500);
  }
});

test('CL28, VS30: a session here that waits for the text of the last words is not resumed without them', async () => {
  const { stream, noted, connected } = afterSession({
    ...{ sessions: [open(1)], finishesAfter: 50, here: 'ending' },
  });
  expect(await stream(1)).toMatchObject({ kind: 'stream', session: 2 });
  expect([noted, connected]).toEqual([[], [2]]);
});

test.each<[string, NonNullable<Situation['here']>, number]>([
  ['waits for such text in vain', 'ending', 3_500],
  ['has a half-open socket', 'talking', 1_000],
])('CL28: a session here that %s is not waited for for ever', async (_case, here, waits) => {
  const { stream, clock, finished } = afterSession({ sessions: [open(1)], finishesAfter: null, here });
  const asked = clock.now().getTime();
  expect(await stream(1)).toMatchObject({ kind: 'stream', session: 2 });
  expect([clock.now().getTime() - asked, finished]).toEqual([waits, [[1, 'lost']]]);
});

const callee = { direction: 'outbound', to: '+12025550123' } as const;
const refusal = 'Please do not call me again.';
test.each<[string, Partial<Situation>, string[]]>([
  ['is kept', { said: refusal, now: callee }, ['+12025550123']],
  ['that the call has noted is not kept again', { said: refusal, now: callee, isKept: true }, []],
  ['on a try is not kept', { said: refusal, now: { ...callee, mode: 'try' } }, []],
  ['that is none is not kept', { said: 'Call me again on Monday.', now: callee }, []],
])('DN10: a refusal that was said to a server that is gone %s', async (_, situation, numbers) => {
  for (const kind of kinds) {
    const { [kind]: ask, refused, connected } = afterSession({ sessions: [open(1)], ...situation });
    expect(await ask(1)).toMatchObject({ kind: 'stream', session: 2 });
    expect([refused, connected]).toEqual([numbers, [2]]);
  }
});

test('VS52, DN10: a sales call that somebody has opted out of is not resumed', async () => {
  const now = { ...callee, purpose: 'sales' } as const;
  for (const kind of kinds) {
    const situation = { sessions: [open(1)], said: 'I want to opt out.', now };
    const { [kind]: ask, refused, connected } = afterSession(situation);
    expect(await ask(1)).toEqual(announcement.cutOffForGood);
    expect([refused, connected]).toEqual([['+12025550123'], []]);
  }
});

test.each<[string, NonNullable<Situation['listFails']>, string[]]>([
  ['fails for a while', 20, ['+12025550123']],
  ['does not answer', 'blocked', []],
])(
  'DN10: a do-not-call list that %s does not keep a lost conversation from being resumed',
  async (_, listFails, numbers) => {
    for (const kind of kinds) {
      const situation = { sessions: [open(1)], said: refusal, now: callee, listFails };
      const { [kind]: ask, refused, finished } = afterSession(situation);
      expect(await ask(1)).toMatchObject({ kind: 'stream', session: 2 });
      expect(finished).toEqual([[1, 'lost']]);
      await expect.poll(() => refused).toEqual(numbers);
    }
  },
);

test('CL25: a request about an earlier session, sent again, connects nothing and changes nothing', async () => {
  for (const kind of kinds) {
    const { [kind]: ask, connected, noted, finished } = afterSession({ sessions: [lost(1), open(2)] });
    expect(await ask(1)).toEqual({ kind: 'hang-up' });
    expect([connected, noted, finished]).toEqual([[], [], []]);
  }
});

test.each<[string, Situation, CallScript, unknown[]]>([
  ['no session ever began', { sessions: [] }, announcement.apology, ['agent_failed']],
  ['its socket was refused', { sessions: [ended(1)], spoken: [] }, announcement.apology, ['agent_failed']],
  ['four times', { sessions: [lost(1), lost(2), lost(3), lost(4)] }, announcement.cutOff, []],
  [
    'they had asked not to be called again',
    { sessions: [lost(1)], now: { reason: 'do_not_call' } },
    announcement.cutOffForGood,
    [],
  ],
  [
    'a person ends the call meanwhile',
    { sessions: [lost(1)], now: { endRequestedAt: began } },
    { kind: 'hang-up' },
    [],
  ],
])('CL28: a session that is not resumed: %s', async (_case, situation, script, reasons) => {
  for (const kind of kinds) {
    const { [kind]: ask, noted, connected } = afterSession(situation);
    expect(await ask()).toEqual(script);
    expect([noted, connected]).toEqual([reasons, []]);
  }
});

test('CL28: a relay that is lost after its session had ended as intended is not resumed', async () => {
  const { relay, noted, connected } = afterSession({ sessions: [ended(1)] });
  expect(await relay()).toEqual(announcement.cutOff);
  expect([noted, connected]).toEqual([[], []]);
});

test.each([
  ['de-AT', announcementsIn('de-AT').cutOff],
  ['it-IT', announcement.cutOff],
  [null, announcement.cutOff],
])('an announcement on a call of an agent is in its language: %s', async (language, script) => {
  const { relay } = afterSession({ sessions: [ended(1)] }, language);
  expect(await relay()).toEqual(script);
});

test('an announcement is made in English where the agent cannot be read', async () => {
  const warnings: unknown[] = [];
  const log = { debug() {}, info() {}, warn: (fields: unknown) => void warnings.push(fields), error() {} };
  const announce = createAnnounce({ forCall: () => Promise.reject(new Error('down')) }, log);
  expect(await announce(call, 'apology')).toEqual(announcement.apology);
  expect(warnings).toMatchObject([{ callId: call.id }]);
});

test.each<[string, Partial<CallRecord>]>([
  ['its message was being left', { voicemailMessageAt: began, reason: 'voicemail_left' }],
  ['it cannot be resumed', { answeredBy: 'machine_beep', reason: 'silence' }],
])('CL29: a machine hears nothing when the session is lost and %s', async (_case, now) => {
  for (const kind of kinds) {
    const { [kind]: ask, connected } = afterSession({ sessions: [lost(1)], now });
    expect(await ask()).toEqual({ kind: 'hang-up' });
    expect(connected).toEqual([]);
  }
});

test('CL29: a session that is lost before its message is resumed, and leaves it then', async () => {
  const now = { answeredBy: 'machine_beep', reason: 'line_dropped' } as const;
  for (const kind of kinds) {
    const { [kind]: ask } = afterSession({ sessions: [lost(1)], now });
    expect(await ask()).toMatchObject({ kind: 'stream', session: 2 });
  }
});

test('CL28: a resumed session whose socket no server takes ends with a goodbye', async () => {
  for (const kind of kinds) {
    const { [kind]: ask, noted, connected } = afterSession({ sessions: [lost(1)] });
    expect(await ask(2)).toEqual(announcement.cutOff);
    expect([noted, connected]).toEqual([['line_dropped'], []]);
  }
});

test('a stream that ended as intended is hung up', async () => {
  const { stream, connected } = afterSession({ sessions: [ended(1)] });
  expect(await stream(1)).toEqual({ kind: 'hang-up' });
  expect(connected).toEqual([]);
});

test('RC13: the question about the recording does not keep somebody from the apology of an agent that says nothing', async () => {
  const asked = { sessions: [ended(1)], spoken: [new Date(began.getTime() - 1)] };
  for (const kind of kinds) {
    const { [kind]: ask, noted } = afterSession(asked);
    expect(await ask()).toEqual(announcement.apology);
    expect(noted).toEqual(['agent_failed']);
  }
});

test('CL33: a session that never began after a hand-over is not taken for one that ended as intended', async () => {
  const { stream, noted } = afterSession({ sessions: [ended(1)] });
  expect(await stream(2)).toEqual(announcement.cutOff);
  expect(noted).toEqual(['line_dropped']);
});

test('CL28: a resumed session that says nothing does not make a conversation that was held one that failed', async () => {
  const second = { ...ended(2), askedAt: new Date(began.getTime() + 1) };
  const { stream, relay, noted } = afterSession({ sessions: [lost(1), second] });
  expect([await stream(), await relay(), noted]).toEqual([{ kind: 'hang-up' }, announcement.cutOff, []]);
});

test('a stream whose engine was lost for good hears the apology', async () => {
  const { stream } = afterSession({ sessions: [open(1)], now: { reason: 'agent_failed' } });
  expect(await stream(1)).toEqual(announcement.apology);
});

test('CL28: a session that an earlier release may still hold is not resumed beside it', async () => {
  for (const kind of kinds) {
    const { [kind]: ask, connected, finished } = afterSession({ sessions: [open(1)], listed: false });
    expect(await ask()).toEqual(announcement.cutOff);
    expect(connected).toEqual([]);
    expect(finished).toEqual([[1, 'lost']]);
  }
});

test('CL25: a request without a number is about the first session, not about the one that goes on', async () => {
  for (const kind of kinds) {
    const { [kind]: ask, connected, finished } = afterSession({ sessions: [lost(1), open(2)] });
    expect(await ask(null)).toEqual({ kind: 'hang-up' });
    expect([connected, finished]).toEqual([[], []]);
  }
});

test('AG19: a transfer in a try hangs up and connects nobody', async () => {
  const { after, started } = afterSession({ sessions: [ended(1)], now: { mode: 'try' } });
  const transfer = { how: 'ended', next: 'transfer', transferTo: '+12025550123' } as const;
  expect(await after.relay(started, transfer, 1)).toEqual({ kind: 'hang-up' });
});

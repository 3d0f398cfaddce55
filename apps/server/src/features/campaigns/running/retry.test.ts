import {
  type AttemptResult,
  attemptResults,
  type CallReason,
  callReasons,
  startingPolicy,
  type TerminalStatus,
  terminalStatuses,
  type WeekHours,
  weekdays,
} from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windowAt } from '../../../lib/calling-hours/calling-windows.ts';
import { type AttemptEnd, afterAttempt, type EndedCall, mostNotCounted, resultOf } from './retry.ts';

const ended: EndedCall = {
  ...{ status: 'completed', reason: null, answered: true, duration: 60 },
  ...{ optedOut: false, outcome: null },
};

describe('CP26: what came of an attempt', () => {
  const unanswered = (status: TerminalStatus, reason: CallReason | null = null): Partial<EndedCall> => ({
    ...{ status, reason, answered: false, duration: null },
  });
  test.each<[string, Partial<EndedCall>, AttemptResult]>([
    ['a conversation', {}, 'reached'],
    ['one of 10 seconds', { duration: 10 }, 'reached'],
    ['one of 9 seconds', { duration: 9 }, 'hung_up_early'],
    ['one of 9 seconds that had its result', { duration: 9, outcome: 'reached' }, 'reached'],
    ['one whose length is not known', { duration: null }, 'reached'],
    ['asked not to be called', { optedOut: true, duration: 4 }, 'opted_out'],
    ['ended for that reason', { reason: 'do_not_call' }, 'opted_out'],
    ['asked so of a machine', { optedOut: true, reason: 'voicemail' }, 'opted_out'],
    ['somebody else', { reason: 'wrong_number', duration: 5 }, 'wrong_number'],
    ['somebody else who wants no calls', { reason: 'wrong_number', optedOut: true }, 'opted_out'],
    ['a machine', { reason: 'voicemail', duration: 4 }, 'voicemail'],
    ['a machine with a message', { reason: 'voicemail_left' }, 'voicemail_left'],
    ['nobody spoke', { reason: 'silence' }, 'no_answer'],
    ['ended from the desk at once', { reason: 'ended_by_user', duration: 2 }, 'reached'],
    ['transferred at once', { reason: 'transferred', duration: 8 }, 'reached'],
    ['the longest time', { reason: 'max_length', duration: 600 }, 'reached'],
    ['the agent failed', { reason: 'agent_failed' }, 'failed'],
    ['the agent failed when all was said', { reason: 'agent_failed', outcome: 'reached' }, 'reached'],
    ['the server stopped', { reason: 'server_stopped', duration: 3 }, 'failed'],
    ['the line dropped', { reason: 'line_dropped', status: 'failed' }, 'failed'],
    ['busy', unanswered('busy', 'line_busy'), 'busy'],
    ['no answer', unanswered('no-answer', 'no_answer'), 'no_answer'],
    ['ended while it rang', unanswered('canceled', 'ended_by_user'), 'no_answer'],
    ['failed in the network', unanswered('failed', 'network_failed'), 'failed'],
    ['never confirmed', unanswered('failed', 'unconfirmed'), 'failed'],
    ['no number', unanswered('failed', 'invalid_number'), 'bad_number'],
    ['out of reach', unanswered('failed', 'unreachable_number'), 'bad_number'],
    ['a country that is blocked', unanswered('failed', 'country_blocked'), 'bad_number'],
    ['too many calls (10004, 20429)', unanswered('failed', 'carrier_busy'), 'not_counted'],
    ['the carrier is away (5xx)', unanswered('failed', 'carrier_unreachable'), 'not_counted'],
    ['our account', unanswered('failed', 'account_problem'), 'not_counted'],
    ['stopped before it was sent', unanswered('failed', 'never_sent'), 'not_counted'],
  ])('%s', (_, change, result) => {
    expect(resultOf({ ...ended, ...change })).toBe(result);
  });

  test('every way in which a call ends has a result', () => {
    const reasons = [null, ...(Object.keys(callReasons) as CallReason[])];
    for (const status of terminalStatuses)
      for (const reason of reasons)
        for (const answered of [true, false])
          expect(attemptResults).toHaveProperty(resultOf({ ...ended, status, reason, answered }));
  });

  test('of a call that may have rung it is never said that it does not count', () => {
    const sent: CallReason[] = [
      'unconfirmed',
      'unknown_to_carrier',
      'network_failed',
      'no_answer',
      'line_busy',
    ];
    for (const reason of sent)
      expect(resultOf({ ...ended, status: 'failed', reason, answered: false })).not.toBe('not_counted');
  });
});

// A Tuesday; winter in Berlin: UTC+1. 9 to 20 there is 8 to 19 UTC.
const place = { zones: ['Europe/Berlin'], hours: startingPolicy.hours };
const first: Omit<AttemptEnd, 'result'> = {
  ...{ counted: 0, hungUpEarly: 0, busy: 0, notCounted: 0, policy: startingPolicy, place },
  now: new Date('2026-11-17T09:00Z'),
};

/** State, next time in UTC, and what does not count. */
function after(result: AttemptResult, change: Partial<AttemptEnd> = {}): string {
  const found = afterAttempt({ ...first, result, ...change });
  const reason = 'reason' in found ? [found.reason] : [];
  const time = found.nextAt ? [found.nextAt.toISOString().slice(0, 16)] : [];
  return [found.state, ...reason, ...time, ...(found.counts ? [] : ['not counted'])].join(' ');
}
const now = (text: string) => ({ now: new Date(text) });

describe('CP27: after an attempt', () => {
  test.each<[AttemptResult, string, string]>([
    ['reached', 'done', 'done'],
    ['bad_number', 'done', 'done'],
    ['opted_out', 'suppressed opted_out', 'suppressed opted_out'],
    ['wrong_number', 'suppressed wrong_number', 'suppressed wrong_number'],
    ['busy', 'pending 2026-11-17T09:15', 'exhausted'],
    ['no_answer', 'pending 2026-11-17T13:00', 'exhausted'],
    ['failed', 'pending 2026-11-17T13:00', 'exhausted'],
    ['voicemail', 'pending 2026-11-18T08:00', 'exhausted'],
    ['voicemail_left', 'pending 2026-11-18T08:00', 'exhausted'],
    ['hung_up_early', 'pending 2026-11-18T08:00', 'exhausted'],
    ['not_counted', 'pending 2026-11-17T09:01 not counted', 'pending 2026-11-17T09:01 not counted'],
  ])('%s: first %s, third %s', (result, once, third) => {
    expect([after(result), after(result, { counted: 2 })]).toEqual([once, third]);
  });

  test('every result is in the table', () => {
    for (const result of Object.keys(attemptResults) as AttemptResult[])
      expect(after(result)).toMatch(/^(done|suppressed|pending)/);
  });

  test('a second busy line waits four times as long', () => {
    expect(after('busy', { counted: 1, busy: 1 })).toBe('pending 2026-11-17T10:00');
    expect(after('busy', { busy: 0, ...now('2026-11-17T18:50Z') })).toBe('pending 2026-11-18T08:00');
  });

  test('whoever hangs up early is called once more and never a third time', () => {
    expect(after('hung_up_early', { counted: 1, hungUpEarly: 0 })).toBe('pending 2026-11-18T08:00');
    expect(after('hung_up_early', { counted: 1, hungUpEarly: 1 })).toBe('exhausted');
  });

  test('the policy says whether a machine is called again, and after how many days', () => {
    const done = { policy: { ...startingPolicy, voicemail: 'done' as const } };
    expect([after('voicemail', done), after('voicemail_left', done)]).toEqual(['done', 'done']);
    const later = { policy: { ...startingPolicy, waits: { ...startingPolicy.waits, voicemailDays: 5 } } };
    // The fifth day is a Sunday.
    expect(after('voicemail', { ...later })).toBe('pending 2026-11-23T08:00');
    // The next day of a Saturday is one too.
    expect(after('hung_up_early', now('2026-11-21T09:00Z'))).toBe('pending 2026-11-23T08:00');
  });

  test('the next day has come in every zone', () => {
    // 23:30 in New York is 20:30 in Los Angeles; both must have another date.
    const zones = ['America/New_York', 'America/Los_Angeles'];
    const hours = everyDay('00:00', '24:00');
    expect(after('hung_up_early', { place: { zones, hours }, ...now('2026-11-18T04:30Z') })).toBe(
      'pending 2026-11-18T08:00',
    );
  });

  test.each([
    [0, 'pending 2026-11-17T09:01 not counted'],
    [1, 'pending 2026-11-17T09:02 not counted'],
    [4, 'pending 2026-11-17T09:05 not counted'],
    [5, 'pending 2026-11-17T09:05 not counted'],
    [mostNotCounted - 2, 'pending 2026-11-17T09:05 not counted'],
    [mostNotCounted - 1, 'held carrier_refuses not counted'],
  ])('what does not count is tried again after one to five minutes: %s before', (notCounted, answer) => {
    expect(after('not_counted', { notCounted, counted: 2 })).toBe(answer);
  });
});

function everyDay(from: string, to: string): WeekHours {
  return Object.fromEntries(weekdays.map((name) => [name, [{ from, to }]])) as WeekHours;
}

describe('CP27: after no answer it is called in another part of the day', () => {
  // Morning until 12, afternoon until 17, then evening, in Berlin: UTC+1.
  test.each([
    ['in the morning', '2026-11-17T08:10Z', '2026-11-17T12:10'],
    ['before noon', '2026-11-17T10:59Z', '2026-11-17T14:59'],
    ['after noon, four hours later is the same part', '2026-11-17T11:30Z', '2026-11-17T16:00'],
    ['at one', '2026-11-17T12:00Z', '2026-11-17T16:00'],
    ['in the late afternoon', '2026-11-17T15:30Z', '2026-11-18T08:00'],
    ['in the evening', '2026-11-17T17:00Z', '2026-11-18T08:00'],
    ['on a Saturday evening', '2026-11-21T17:00Z', '2026-11-23T08:00'],
  ])('%s', (_, at, next) => {
    expect(after('no_answer', now(at))).toBe(`pending ${next}`);
  });

  test('where the hours have one part only, as soon as it may be', () => {
    const morning = { place: { ...place, hours: everyDay('09:00', '12:00') } };
    expect(after('no_answer', { ...morning, ...now('2026-11-17T09:00Z') })).toBe('pending 2026-11-18T08:00');
  });

  test('in every zone it is another part', () => {
    // 11:30 in New York and 8:30 in Los Angeles: four hours later it is 15:30 and 12:30.
    const zones = ['America/New_York', 'America/Los_Angeles'];
    const hours = everyDay('08:00', '20:00');
    expect(after('no_answer', { place: { zones, hours }, ...now('2026-11-17T16:30Z') })).toBe(
      'pending 2026-11-17T20:30',
    );
  });

  test.each([
    // New York, 8 March 2026 (a Sunday): clocks go from 2:00 to 3:00 at 07:00 UTC.
    ['before clocks are put forward', '2026-03-08T04:30Z', '2026-03-08T13:00'],
    // 1 November 2026: from 2:00 to 1:00 at 06:00 UTC; 9:00 is 14:00 UTC.
    ['before clocks are put back', '2026-11-01T03:30Z', '2026-11-01T14:00'],
  ])('%s', (_, at, next) => {
    const evenings = { zones: ['America/New_York'], hours: everyDay('09:00', '24:00') };
    expect(after('no_answer', { place: evenings, ...now(at) })).toBe(`pending ${next}`);
  });
});

test('CP27: whatever came of an attempt, the next is later, within the hours, and there are no more than the policy says', () => {
  const results = Object.keys(attemptResults) as AttemptResult[];
  const zones = [
    'America/New_York',
    'America/Denver',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ];
  const times = { min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2026-12-31T00:00Z') };
  fc.assert(
    fc.property(
      fc.integer(times),
      fc.constantFrom(...zones),
      fc.array(fc.constantFrom(...results), { minLength: 1, maxLength: 40 }),
      (start, zone, sequence) => {
        const seen: AttemptResult[] = [];
        let at = start;
        let notCounted = 0;
        for (const result of sequence) {
          const counting = seen.filter((one) => one !== 'not_counted');
          const found = afterAttempt({
            ...{ result, notCounted, policy: startingPolicy, now: new Date(at) },
            counted: counting.length,
            hungUpEarly: seen.filter((one) => one === 'hung_up_early').length,
            busy: seen.filter((one) => one === 'busy').length,
            place: { zones: [zone], hours: startingPolicy.hours },
          });
          seen.push(result);
          if (found.state !== 'pending') break;
          expect(found.nextAt.getTime()).toBeGreaterThanOrEqual(at + 60_000);
          expect(windowAt(startingPolicy.hours, [zone], found.nextAt.getTime()).open).toBe(true);
          notCounted = found.counts ? 0 : notCounted + 1;
          at = found.nextAt.getTime();
        }
        expect(seen.filter((one) => one !== 'not_counted').length).toBeLessThanOrEqual(
          startingPolicy.attempts,
        );
        expect(seen.filter((one) => one === 'hung_up_early').length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 200 },
  );
});

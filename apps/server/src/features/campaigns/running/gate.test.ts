import { type ConsentGiven, startingPolicy, type WeekHours, weekdays } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  at,
  attempts,
  before,
  day,
  decided,
  everyDay,
  free,
  hour,
  live,
  noon,
  policy,
  rate,
  sales,
  written,
} from '../../../../testing/gate-inputs.ts';
import { windowAt } from '../../../lib/calling-hours/calling-windows.ts';
import { type GateInput, gate, linesForCampaigns } from './gate.ts';

test('CP22: somebody whom nothing refuses is dialled', () => {
  expect(decided()).toBe('dial');
  expect(decided(sales)).toBe('dial');
});

/** In the order of the rule; each is refused although nothing else refuses. */
const refusals: [string, Partial<GateInput>, string][] = [
  ['do-not-call list', { doNotCall: true }, 'suppressed do_not_call'],
  ['being erased', { beingErased: true }, 'suppressed being_erased'],
  ['no ground', { declaredGround: false }, 'held no_ground'],
  ['reached before', { reachedBefore: true }, 'suppressed reached'],
  ['taken out', { suppressed: 'skipped' }, 'suppressed skipped'],
  [
    'closed',
    { policy: { ...startingPolicy, hours: everyDay('13:00', '20:00') } },
    'pending window 2026-11-17T12:00:00 Europe/Berlin',
  ],
  ['cap', attempts(day, 2 * day, 3 * day), 'pending cap 2026-11-21T11:00:00'],
  ['a limit', { limit: { retryAt: at('2026-11-17T11:00:30Z') } }, 'pending limit 2026-11-17T11:00:30'],
  ['the number is in a call', live({ toNumber: true }), 'pending number_in_call 2026-11-17T11:00:05'],
  ['lines of the campaign', live({ ofCampaign: 1 }), 'pending campaign_lines 2026-11-17T11:00:01'],
  ['lines of the account', live({ ofAccount: 1 }), 'pending account_lines 2026-11-17T11:00:01'],
  ['rate', { rate }, 'pending rate 2026-11-17T11:00:03'],
];

describe('CP22: the gate', () => {
  test.each(refusals)('%s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });

  test('of all that refuse, the first decides', () => {
    for (const [place, [name, , answer]] of refusals.entries()) {
      // Later ones are overwritten by earlier ones where both change the same part.
      const changes = refusals.slice(place).map(([, change]) => change);
      const merged: Partial<GateInput> = Object.assign({}, ...changes.toReversed());
      expect([name, decided(merged)]).toEqual([name, answer]);
    }
  });
});

describe('CP23: consent', () => {
  const given = (source: ConsentGiven['source'], date: string, yes = true): ConsentGiven => ({
    ...{ purpose: 'sales', given: yes, source, at: date },
  });
  const dated = (date: string, listed = false) => ({ registry: { listed, dated: at(date) } });
  test.each<[string, Partial<GateInput>, string]>([
    ['nothing', { consent: [] }, 'suppressed no_written_consent'],
    [
      'a declared ground is not enough',
      { consent: [], declaredGround: true },
      'suppressed no_written_consent',
    ],
    ['on the phone', { consent: [given('spoken', '2026-10-13')] }, 'suppressed no_written_consent'],
    ['on a web page', { consent: [given('web', '2026-10-13')] }, 'suppressed no_written_consent'],
    [
      'for another purpose',
      { consent: [{ ...written, purpose: 'survey' }] },
      'suppressed no_written_consent',
    ],
    [
      'refused later',
      { consent: [given('spoken', '2026-10-14', false), written] },
      'suppressed consent_refused',
    ],
    [
      'refused on the same day',
      { consent: [given('web', '2026-10-13', false), written] },
      'suppressed consent_refused',
    ],
    ['refused before', { consent: [given('spoken', '2026-10-12', false), written] }, 'dial'],
    [
      'spoken later than signed',
      { consent: [written, given('spoken', '2026-10-14')] },
      'suppressed no_written_consent',
    ],
    ['both on one day', { consent: [written, given('spoken', '2026-10-13')] }, 'dial'],
    ['no registry', { registry: null }, 'held registry_missing'],
    ['a registry of 31 days', dated('2026-10-17T17:00Z'), 'dial'],
    ['an older one', dated('2026-10-17T16:59:59Z'), 'held registry_old'],
    ['listed', dated('2026-11-01T00:00Z', true), 'suppressed registry_listed'],
    ['listed in an old one', dated('2026-09-01T00:00Z', true), 'held registry_old'],
  ])('for sales: %s', (_, change, answer) => {
    expect(decided({ ...sales, ...change })).toBe(answer);
  });

  test.each<[string, Partial<GateInput>, string]>([
    ['given, no ground', { consent: [{ ...written, purpose: 'reminder' }], declaredGround: false }, 'dial'],
    ['given for sales, no ground', { consent: [written], declaredGround: false }, 'held no_ground'],
    [
      'refused',
      { consent: [{ ...written, purpose: 'reminder', given: false }] },
      'suppressed consent_refused',
    ],
    ['refused for sales', { consent: [{ ...written, given: false }] }, 'dial'],
    ['listed in the registry', { registry: { listed: true, dated: noon } }, 'dial'],
  ])('for reminders: %s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });
});

describe('CP24: the window', () => {
  const newYorkAndLosAngeles = ['America/New_York', 'America/Los_Angeles'];
  test.each<[string, Partial<GateInput>, string]>([
    ['no zone', { zones: [] }, 'held no_zone'],
    ['no hours', policy({ hours: { ...everyDay('09:00', '10:00'), ...closedWeek() } }), 'held never_open'],
    [
      'before it opens',
      { now: at('2026-11-17T07:59:59.999Z') },
      'pending window 2026-11-17T08:00:00 Europe/Berlin',
    ],
    ['as it opens', { now: at('2026-11-17T08:00Z') }, 'dial'],
    ['a minute before it closes', { now: at('2026-11-17T18:59Z') }, 'dial'],
    [
      'while it would still ring',
      { now: at('2026-11-17T18:59:00.001Z') },
      'pending window 2026-11-18T08:00:00 Europe/Berlin',
    ],
    ['as it closes', { now: at('2026-11-17T19:00Z') }, 'pending window 2026-11-18T08:00:00 Europe/Berlin'],
    [
      'on a Saturday evening',
      { now: at('2026-11-21T19:00Z') },
      'pending window 2026-11-23T08:00:00 Europe/Berlin',
    ],
    [
      'open in one of two zones',
      { zones: newYorkAndLosAngeles, now: at('2026-11-17T14:30Z') },
      'pending window 2026-11-17T17:00:00 America/Los_Angeles',
    ],
    ['open in both', { zones: newYorkAndLosAngeles, now: at('2026-11-17T17:00Z') }, 'dial'],
    [
      'closed in the first of them',
      { zones: newYorkAndLosAngeles, now: at('2026-11-18T01:00Z') },
      'pending window 2026-11-18T17:00:00 America/Los_Angeles',
    ],
    // Rhode Island does not want sales calls on Saturdays.
    [
      'of a state, for sales',
      {
        ...sales,
        number: '+14015550123',
        now: at('2026-11-21T17:00Z'),
        registry: { listed: false, dated: noon },
      },
      'pending window 2026-11-23T14:00:00 America/New_York',
    ],
  ])('%s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });

  test.each<[string, string, string]>([
    // New York, 8 March 2026: 2:00 becomes 3:00 at 07:00 UTC; 9:00 is 14:00 UTC before and 13:00 UTC after.
    ['the Saturday before', '2026-03-07T13:59Z', 'pending window 2026-03-07T14:00:00 America/New_York'],
    ['over the change', '2026-03-08T03:00Z', 'pending window 2026-03-09T13:00:00 America/New_York'],
    ['the Monday after', '2026-03-09T13:00Z', 'dial'],
    // 1 November 2026: 2:00 becomes 1:00 at 06:00 UTC.
    ['the Saturday before', '2026-10-31T13:00Z', 'dial'],
    ['over the change', '2026-11-01T02:00Z', 'pending window 2026-11-02T14:00:00 America/New_York'],
    [
      'the Monday after, an hour early',
      '2026-11-02T13:00Z',
      'pending window 2026-11-02T14:00:00 America/New_York',
    ],
  ])('in the week in which clocks change: %s, %s', (_, now, answer) => {
    expect(decided({ zones: ['America/New_York'], now: at(now) })).toBe(answer);
  });

  test('one that meets midnight is not closed there', () => {
    const hours: WeekHours = {
      ...everyDay('09:00', '10:00'),
      friday: [{ from: '18:00', to: '24:00' }],
      saturday: [{ from: '00:00', to: '02:00' }],
    };
    const inLondon = (now: string) =>
      decided({ zones: ['Europe/London'], now: at(now), ...policy({ hours }) });
    expect(inLondon('2026-11-20T23:59:30Z')).toBe('dial');
    expect(inLondon('2026-11-21T00:00:00Z')).toBe('dial');
    expect(inLondon('2026-11-21T01:59:01Z')).toBe('pending window 2026-11-22T09:00:00 Europe/London');
  });
});

function closedWeek(): WeekHours {
  return Object.fromEntries(weekdays.map((name) => [name, []])) as unknown as WeekHours;
}

describe('CP28: lines', () => {
  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [20, 19],
  ])('of an account with %s lines campaigns use %s', (account, used) => {
    expect(linesForCampaigns(account)).toBe(used);
    const within = { lines: account, ...policy({ atOnce: 50 }) };
    expect(decided({ ...within, ...live({ ofAccount: used - 1 }) })).toBe('dial');
    expect(decided({ ...within, ...live({ ofAccount: used }) })).toContain('account_lines');
  });

  test('an account without a limit has lines as the policy says', () => {
    const many = { lines: null, ...policy({ atOnce: 3 }) };
    expect(decided({ ...many, ...live({ ofAccount: 100, ofCampaign: 2 }) })).toBe('dial');
    expect(decided({ ...many, ...live({ ofAccount: 100, ofCampaign: 3 }) })).toContain('campaign_lines');
  });
});

test('CP22: whatever the input, nobody is dialled outside of a window or a cap, and whoever waits does so until a later time', () => {
  const zones = [
    'America/New_York',
    'America/Denver',
    'Pacific/Honolulu',
    'Europe/Berlin',
    'Australia/Lord_Howe',
  ];
  const year = { min: at('2026-01-01T00:00Z').getTime(), max: at('2026-12-31T00:00Z').getTime() };
  let dialled = 0;
  fc.assert(
    fc.property(
      fc.integer(year),
      fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ ago: fc.integer({ min: 1, max: 9 * day }), rang: fc.boolean() }), {
        maxLength: 5,
      }),
      (instant, chosen, past) => {
        const now = new Date(instant);
        const attemptsOfPerson = past.map(({ ago, rang }) => ({ at: before(ago, now), rang }));
        const input = { ...free, now, zones: chosen, attemptsOfPerson };
        const answer = gate(input);
        const isOpen = chosen.every((zone) => windowAt(startingPolicy.hours, [zone], instant).open);
        const isFree =
          past.filter(({ ago }) => ago < 7 * day).length < 3 &&
          past.every(({ ago, rang }) => !rang || ago >= 4 * hour);
        if (answer.dial) {
          dialled += 1;
          expect([isOpen, isFree]).toEqual([true, true]);
          return;
        }
        if (answer.state === 'held') {
          // Hours of Honolulu and Berlin or Lord Howe may have nothing in common.
          expect([answer.reason, chosen.length > 1]).toEqual(['never_open', true]);
          return;
        }
        if (answer.state !== 'pending') throw new Error(answer.reason);
        expect(answer.nextAt.getTime()).toBeGreaterThan(instant);
        // At the named time the same reason does not refuse again: nobody waits for ever.
        const later = gate({ ...input, now: answer.nextAt });
        if (!later.dial && later.state === 'pending') expect(later.reason).not.toBe(answer.reason);
      },
    ),
    { numRuns: 100 },
  );
  expect(dialled).toBeGreaterThan(3);
});

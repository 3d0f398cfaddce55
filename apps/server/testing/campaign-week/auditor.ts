import type { Dial, ListedPerson, ListRules, StoredAttempt, WeekEvidence } from './evidence.ts';

export interface Difference {
  readonly property: string;
  readonly about: string;
  readonly detail: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const properties: Record<string, (evidence: WeekEvidence) => Difference[]> = {
  'once for an attempt': dialledOnce,
  'within the hours': withinHours,
  'within the caps': withinCaps,
  'not after opting out': notAfterOptOut,
  'one call at a time': oneCallAtATime,
  'nobody forgotten': nobodyForgotten,
  'pause within a second': pausedWithinASecond,
};
export const propertyNames = Object.keys(properties);

/** Holds the carrier's ledger against lists, hours, caps, refusals and pauses. It uses nothing of the server's own rules. */
export function auditWeek(evidence: WeekEvidence): Difference[] {
  return Object.values(properties).flatMap((check) => check(evidence));
}

const difference = (property: string, about: string, detail: string): Difference => ({
  ...{ property, about, detail },
});
const shown = (at: number) => new Date(at).toISOString();

function dialledOnce({ dials, attempts }: WeekEvidence): Difference[] {
  const property = 'once for an attempt';
  const known = new Set(attempts.map(({ callId }) => callId));
  const byCall = Map.groupBy(
    dials.filter(({ callId }) => callId !== null),
    ({ callId }) => callId ?? '',
  );
  return [
    ...[...byCall].flatMap(([callId, calls]) =>
      calls.length > 1 ? [difference(property, callId, `dialled ${calls.length} times`)] : [],
    ),
    ...dials.flatMap(({ sid, callId, number }) =>
      callId === null || !known.has(callId)
        ? [difference(property, number, `the call ${sid} belongs to no attempt`)]
        : [],
    ),
  ];
}

const wallClocks = new Map<string, Intl.DateTimeFormat>();
const clockTime = {
  ...({ weekday: 'long', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const),
};

/** The clock on the wall there: the day of the week, and minutes since its midnight. */
function wallClock(zone: string, at: number): { readonly day: string; readonly minute: number } {
  const format = wallClocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...clockTime });
  wallClocks.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return { day: parts.get('weekday')?.toLowerCase() ?? '', minute };
}

/** Hours of these lists end at midnight at the latest, which is written 00:00. */
function isOpen(hours: ListRules['hours'], zone: string, at: number): boolean {
  const { day, minute } = wallClock(zone, at);
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return Object.entries(hours).some(
    ([name, ranges]) =>
      name === day &&
      ranges.some(({ from, to }) => minutes(from) <= minute && minute < (minutes(to) || 24 * 60)),
  );
}

function withinHours({ dials, people, attempts, lists }: WeekEvidence): Difference[] {
  const zones = new Map(people.map((person) => [person.number, person.zones]));
  const campaigns = new Map(attempts.map(({ callId, campaign }) => [callId, campaign]));
  return dials.flatMap(({ number, at, sid, callId }) => {
    const rules = lists.get(campaigns.get(callId ?? '') ?? '');
    return (zones.get(number) ?? [])
      .filter((zone) => !rules || !isOpen(rules.hours, zone, at))
      .map((zone) => difference('within the hours', number, `${sid} at ${shown(at)} in ${zone}`));
  });
}

const personOf = ({ number, name }: ListedPerson) => `${number} ${name}`;

/** Attempts by person and purpose, and by number, that the carrier has seen, in order; those that do not count are left out. */
function countedDials({ dials, attempts, people, lists }: WeekEvidence) {
  const rows = new Map(
    people.map((person) => [
      `${person.campaign} ${person.row}`,
      `${personOf(person)} ${lists.get(person.campaign)?.purpose}`,
    ]),
  );
  const byCall = new Map(attempts.map((attempt) => [attempt.callId, attempt]));
  const counted = dials.flatMap((dial) => {
    const attempt = byCall.get(dial.callId ?? '');
    const person = attempt?.counts ? rows.get(`${attempt.campaign} ${attempt.row}`) : undefined;
    return person === undefined ? [] : [{ dial, person }];
  });
  const grouped = (by: (one: (typeof counted)[number]) => string): [string, Dial[]][] =>
    [...Map.groupBy(counted, by)].map(([about, list]) => [
      about,
      list.map(({ dial }) => dial).toSorted((a, b) => a.at - b.at),
    ]);
  return { byPerson: grouped(({ person }) => person), byNumber: grouped(({ dial }) => dial.number) };
}

function withinCaps(evidence: WeekEvidence): Difference[] {
  const { attempts, days, gapHours, perNumber } = evidence.policy.caps;
  const { byPerson, byNumber } = countedDials(evidence);
  return [...notMoreThan(attempts, days, gapHours, byPerson), ...notMoreThan(perNumber, 1, 0, byNumber)];
}

function notMoreThan(most: number, days: number, gapHours: number, made: readonly [string, Dial[]][]) {
  return made.flatMap(([about, calls]) =>
    calls.flatMap((call, place) => {
      const before = calls.slice(0, place);
      const within = before.filter(({ at }) => call.at - at < days * dayMs - toleranceMs).length;
      const tooSoon = before.find(
        ({ at, status }) => status !== 'busy' && call.at - at < gapHours * hourMs - toleranceMs,
      );
      return [
        ...(within >= most
          ? [
              difference(
                'within the caps',
                about,
                `${shown(call.at)}: ${within} calls before within ${days} days`,
              ),
            ]
          : []),
        ...(tooSoon
          ? [difference('within the caps', about, `${shown(call.at)}, rang at ${shown(tooSoon.at)}`)]
          : []),
      ];
    }),
  );
}

/** Between a decision and the carrier's own note of the call a moment passes, which the pretended clock makes longer. */
const toleranceMs = 5 * 60_000;

function notAfterOptOut({ dials, listed }: WeekEvidence): Difference[] {
  const said = new Map(listed);
  for (const { number, optedOut, endedAt } of dials)
    if (optedOut && endedAt !== null) said.set(number, Math.min(endedAt, said.get(number) ?? endedAt));
  return dials.flatMap(({ number, createdAt, sid }) => {
    const since = said.get(number);
    return since !== undefined && createdAt > since
      ? [difference('not after opting out', number, `${sid} ${createdAt - since} ms after it`)]
      : [];
  });
}

function oneCallAtATime({ dials }: WeekEvidence): Difference[] {
  return [...Map.groupBy(dials, ({ number }) => number)].flatMap(([number, calls]) => {
    const ordered = calls.toSorted((a, b) => a.createdAt - b.createdAt);
    return ordered.flatMap(({ createdAt, sid }, place) => {
      const last = ordered[place - 1];
      return last && (last.endedAt === null || last.endedAt > createdAt)
        ? [difference('one call at a time', number, `${sid} while ${last.sid} was up`)]
        : [];
    });
  });
}

/** Everybody is finished, with a state that the calls at the carrier explain. */
function nobodyForgotten({
  people,
  recipients,
  attempts,
  dials,
  campaigns,
  policy,
}: WeekEvidence): Difference[] {
  const property = 'nobody forgotten';
  const states = new Map(recipients.map((each) => [`${each.campaign} ${each.row}`, each]));
  const calls = new Map(dials.map((dial) => [dial.callId, dial]));
  const byRow = Map.groupBy(attempts, ({ campaign, row }) => `${campaign} ${row}`);
  const found = people.flatMap((person): Difference[] => {
    const about = `${person.campaign} row ${person.row}`;
    const stored = states.get(`${person.campaign} ${person.row}`);
    const own = byRow.get(`${person.campaign} ${person.row}`) ?? [];
    const wrong = stored === undefined ? 'is not there' : unexplained(stored, own, calls, policy.attempts);
    return wrong === null ? [] : [difference(property, about, wrong)];
  });
  const unfinished = campaigns.flatMap(({ id, state, pause }) =>
    state === 'completed' ? [] : [difference(property, id, `the campaign is ${state} ${pause ?? ''}`)],
  );
  return [...found, ...unfinished];
}

function unexplained(
  { state, result, waits }: WeekEvidence['recipients'][number],
  own: readonly StoredAttempt[],
  calls: ReadonlyMap<string | null, Dial>,
  most: number,
): string | null {
  const counted = own.filter(({ counts }) => counts);
  const answered = own.some(({ callId }) => calls.get(callId)?.answered);
  if (own.some((attempt) => attempt.result === null)) return `is ${state} with an attempt that has no result`;
  if (counted.length > most) return `was called ${counted.length} times`;
  switch (state) {
    case 'done':
      if (result === 'reached') return answered ? null : 'is reached, and nobody answered';
      return result === 'bad_number' || result?.startsWith('voicemail') ? null : `is done with ${result}`;
    case 'exhausted':
      return counted.length === most || result === 'hung_up_early'
        ? null
        : `is exhausted after ${counted.length}`;
    case 'suppressed':
      return waits === null ? 'is suppressed without a reason' : null;
    default:
      return `is ${state} (${waits ?? 'no reason'})`;
  }
}

const pauseMs = 1_000;

function pausedWithinASecond({ pauses, dials, attempts }: WeekEvidence): Difference[] {
  const campaigns = new Map(attempts.map(({ callId, campaign }) => [callId, campaign]));
  return pauses.flatMap(({ campaign, from, until }) =>
    dials
      .filter(
        ({ callId, createdAt }) =>
          campaigns.get(callId ?? '') === campaign && createdAt > from + pauseMs && createdAt < until,
      )
      .map(({ sid, createdAt }) =>
        difference('pause within a second', campaign, `${sid} ${createdAt - from} ms after it`),
      ),
  );
}

import type { CallReason } from '../call-reasons.ts';
import { weekdays } from '../weekly-hours.ts';
import { latencyGroup, latencyGroupOf, latencyQuantile } from './latency-groups.ts';
import { lengthBounds, type Report, type ReportCost, type ReportDay, type ResultCounts } from './report.ts';
import { daysBetween, weekdayOf } from './report-days.ts';

export interface ExampleOf {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly currency: string;
}

/** A number from 0 to below 1 that depends on the text alone: every request for a day gets the same figures. */
function steady(text: string): number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  state ^= state >>> 15;
  return ((Math.imul(state, 2_246_822_507) ^ (state >>> 13)) >>> 0) / 2 ** 32;
}

const none: ResultCounts = { reached: 0, partly: 0, not: 0, unknown: 0, unanswered: 0, failed: 0, open: 0 };

function exampleDay(day: string): ReportDay {
  const weekend = weekdayOf(day) > 4;
  const calls = Math.round((weekend ? 4 : 28) + steady(`${day} calls`) * (weekend ? 3 : 14));
  const part = (share: number, what: string) =>
    Math.round(calls * share * (0.8 + 0.4 * steady(`${day} ${what}`)));
  const results = {
    ...none,
    partly: part(0.1, 'partly'),
    not: part(0.12, 'not'),
    unknown: part(0.05, 'unknown'),
    unanswered: part(0.16, 'unanswered'),
    failed: part(0.03, 'failed'),
  };
  const others = Object.values(results).reduce((sum, counted) => sum + counted, 0);
  results.reached = Math.max(0, calls - others);
  const answered = calls - results.unanswered - results.failed;
  const inbound = part(0.3, 'inbound');
  const followUpsOpened = part(0.14, 'opened');
  return {
    ...{ day, results, inbound, outbound: calls - inbound, answered, followUpsOpened },
    seconds: answered * Math.round(75 + 30 * steady(`${day} length`)),
    followUpsClosed: Math.max(0, followUpsOpened - Math.round(2 * steady(`${day} closed`))),
    optOuts: steady(`${day} opt-out`) > 0.85 ? 1 : 0,
  };
}

/** Whole parts that add up to the whole. */
function partsOf(whole: number, shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => {
    const before = Math.round(whole * sum);
    sum += share;
    return Math.round(whole * sum) - before;
  });
}

function shared(results: ResultCounts, shares: readonly number[]): ResultCounts[] {
  const parts = Object.entries(results).map(([name, calls]) => [name, partsOf(calls, shares)] as const);
  return shares.map(
    (_, at) => Object.fromEntries(parts.map(([name, each]) => [name, each[at]])) as ResultCounts,
  );
}

function addedUp(...counts: readonly ResultCounts[]): ResultCounts {
  const total = { ...none };
  for (const each of counts)
    for (const name of Object.keys(none) as (keyof ResultCounts)[]) total[name] += each[name];
  return total;
}

const exampleDayHours = [8, 9, 10, 11, 12, 13, 14, 15, 16];

/** The outbound calls of the days, each in one of nine hours. */
function exampleHours(days: readonly ReportDay[]): Report['hours'] {
  return weekdays.flatMap((weekday, place) => {
    const calls = days
      .filter(({ day }) => weekdayOf(day) === place)
      .reduce((sum, { outbound }) => sum + outbound, 0);
    return exampleDayHours
      .map((hour, at) => {
        // What is left over after equal parts goes to the first hours.
        const part = Math.floor(calls / 9) + (at < calls % 9 ? 1 : 0);
        const rate = (hour === 12 ? 0.5 : 0.7) + 0.25 * steady(`${weekday} ${hour} rate`);
        return { weekday, hour, calls: part, answered: Math.round(part * rate) };
      })
      .filter((hour) => hour.calls > 0);
  });
}

function exampleLengths(answered: number, seconds: number): Report['lengths'] {
  const counts = partsOf(answered, [0.08, 0.14, 0.3, 0.26, 0.12, 0.07, 0.03, 0, 0, 0]);
  const groups = lengthBounds.map((from, place) => {
    const below = lengthBounds[place + 1] ?? null;
    return { from, below, calls: counts[place] ?? 0, middle: (from + (below ?? from)) / 2 };
  });
  // The middles of the groups make nearly as many seconds as the days have; what is missing is spread over them.
  const roughly = groups.reduce((sum, { calls, middle }) => sum + calls * middle, 0);
  const spread = partsOf(
    seconds,
    groups.map(({ calls, middle }) => (calls * middle) / Math.max(1, roughly)),
  );
  return groups.map(({ from, below, calls }, at) => ({ from, below, calls, seconds: spread[at] ?? 0 }));
}

function exampleLatency(engine: 'relay' | 'realtime', typicalMs: number, turns: number) {
  const middle = latencyGroupOf(typicalMs);
  const groups = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8]
    .map((step) => ({
      ...latencyGroup(middle + step),
      turns: Math.round((turns * Math.exp((-step * step) / 12)) / 6.2),
    }))
    .filter((group) => group.turns > 0);
  return {
    ...{ engine, groups, turns: groups.reduce((sum, group) => sum + group.turns, 0) },
    medianMs: latencyQuantile(groups, 0.5) ?? 0,
    p95Ms: latencyQuantile(groups, 0.95) ?? 0,
  };
}

function exampleCosts(days: readonly ReportDay[], currency: string): Report['costs'] {
  const total: ReportCost = { carrierFinal: 0, carrierEstimate: 0, modelFinal: 0, modelEstimate: 0 };
  const list = days.map(({ day, seconds }, place) => {
    // The carrier tells prices later: those of the last day are estimates.
    const last = place === days.length - 1;
    const carrier = Math.round((seconds / 60) * 14_000);
    const cost: ReportCost = {
      carrierFinal: last ? 0 : carrier,
      carrierEstimate: last ? carrier : 0,
      modelFinal: Math.round((seconds / 60) * 9_000),
      modelEstimate: 0,
    };
    for (const name of Object.keys(total) as (keyof ReportCost)[]) total[name] += cost[name];
    return { day, ...cost };
  });
  return [{ currency, total, days: list }];
}

/** What a report will look like, for an organization without calls. The same request has the same figures. */
export function exampleReport({ from, to, timeZone, currency }: ExampleOf): Report {
  const days = daysBetween(from, to).map(exampleDay);
  const total = addedUp(...days.map(({ results }) => results));
  const answered = days.reduce((sum, day) => sum + day.answered, 0);
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0);
  const [newer = none, desk = none, older = none] = shared(total, [0.45, 0.3, 0.25]);
  const [reminder = none, without = none, checkUp = none] = shared(total, [0.5, 0.3, 0.2]);
  const reasons: CallReason[] = ['no_answer', 'line_busy', 'voicemail', 'network_failed', 'invalid_number'];
  const failures = partsOf(total.unanswered + total.failed, [0.5, 0.22, 0.18, 0.07, 0.03]);
  return {
    ...{ example: true, complete: true, timeZone, from, to, days },
    hours: exampleHours(days),
    lengths: exampleLengths(answered, seconds),
    agents: [
      { agentId: 'reminders', name: 'Reminders', results: addedUp(newer, older) },
      { agentId: 'front-desk', name: 'Front desk', results: desk },
    ],
    versions: [
      { agentId: 'reminders', name: 'Reminders', version: 2, results: newer },
      { agentId: 'front-desk', name: 'Front desk', version: 1, results: desk },
      { agentId: 'reminders', name: 'Reminders', version: 1, results: older },
    ],
    templates: [
      {
        templateId: '00000000-0000-7000-8000-000000000001',
        name: 'Appointment reminder',
        results: reminder,
      },
      { templateId: null, name: null, results: without },
      {
        templateId: '00000000-0000-7000-8000-000000000002',
        name: 'Check-up is due',
        results: checkUp,
      },
    ],
    latencies: [exampleLatency('relay', 720, answered * 4), exampleLatency('realtime', 480, answered * 2)],
    failures: reasons
      .map((reason, at) => ({ reason, calls: failures[at] ?? 0 }))
      .filter(({ calls }) => calls > 0),
    costs: exampleCosts(days, currency),
  };
}

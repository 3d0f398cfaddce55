import {
  type CallReason,
  daysBetween,
  latencyGroup,
  latencyQuantile,
  lengthBounds,
  type Report,
  type ReportCost,
  type ReportDay,
  type ReportResult,
  type ResultCounts,
  type VoiceEngine,
  weekdays,
} from '@parley/contract';
import { type FactKind, readGroupKey } from './report-facts.ts';

/** What was counted of a kind and key: on a day, on a day of the week (1 is Monday), or in all of the report. */
export interface Sum {
  readonly kind: FactKind;
  readonly key: string;
  readonly place: string | null;
  readonly counted: number;
  readonly amount: number;
}

export interface Names {
  readonly agents: ReadonlyMap<string, string>;
  readonly templates: ReadonlyMap<string, string>;
}

interface ReportOf {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly currency: string;
}

const noResults = (): ResultCounts => ({
  ...{ reached: 0, partly: 0, not: 0, unknown: 0, unanswered: 0, failed: 0, open: 0 },
});
const noCost = (): ReportCost => ({ carrierFinal: 0, carrierEstimate: 0, modelFinal: 0, modelEstimate: 0 });

const totalOf = (results: ResultCounts) => Object.values(results).reduce((sum, calls) => sum + calls, 0);

/** The cards of a report from its sums. What was subtracted to nothing is left out. */
export function reportOf(sums: readonly Sum[], names: Names, of: ReportOf): Report {
  const ofKind = Map.groupBy(
    sums.filter(({ counted, amount }) => counted !== 0 || amount !== 0),
    ({ kind }) => kind,
  );
  const list = (kind: FactKind) => ofKind.get(kind) ?? [];
  const { from, to, timeZone } = of;
  return {
    ...{ example: false, complete: true, timeZone, from, to },
    days: daysOf(sums, of),
    hours: list('hour')
      .map(({ key, place, counted, amount }) => ({
        weekday: weekdays[Number(place) - 1] ?? 'monday',
        ...{ hour: Number(key), calls: counted, answered: amount },
      }))
      .toSorted((a, b) => weekdays.indexOf(a.weekday) - weekdays.indexOf(b.weekday) || a.hour - b.hour),
    lengths: lengthsOf(list('length')),
    ...groupsOf(list('group'), names),
    latencies: latenciesOf(list('latency')),
    failures: list('failure')
      .map(({ key, counted }) => ({ reason: key === '' ? null : (key as CallReason), calls: counted }))
      .toSorted((a, b) => b.calls - a.calls || (a.reason ?? '').localeCompare(b.reason ?? '')),
    costs: costsOf(list('cost'), of.currency),
  };
}

function daysOf(sums: readonly Sum[], { from, to }: ReportOf): ReportDay[] {
  const days = new Map(
    daysBetween(from, to).map((day) => [
      day,
      {
        ...{ day, results: noResults(), inbound: 0, outbound: 0, answered: 0, seconds: 0 },
        ...{ followUpsOpened: 0, followUpsClosed: 0, optOuts: 0 },
      },
    ]),
  );
  for (const { kind, key, place, counted, amount } of sums) {
    const day = days.get(place ?? '');
    if (!day) continue;
    if (kind === 'result') day.results[key as ReportResult] += counted;
    if (kind === 'direction') day[key as 'inbound' | 'outbound'] += counted;
    if (kind === 'answered') {
      day.answered += counted;
      day.seconds += amount;
    }
    if (kind === 'follow-up') day[key === 'opened' ? 'followUpsOpened' : 'followUpsClosed'] += counted;
    if (kind === 'opt-out') day.optOuts += counted;
  }
  return [...days.values()];
}

function lengthsOf(sums: readonly Sum[]): Report['lengths'] {
  return lengthBounds.map((from, place) => {
    const { counted = 0, amount = 0 } = sums.find(({ key }) => Number(key) === place) ?? {};
    return { from, below: lengthBounds[place + 1] ?? null, calls: counted, seconds: amount };
  });
}

/** The same calls by agent, by version and by template. */
function groupsOf(sums: readonly Sum[], names: Names): Pick<Report, 'agents' | 'versions' | 'templates'> {
  const agents = new Map<string, Report['agents'][number]>();
  const versions = new Map<string, Report['versions'][number]>();
  const templates = new Map<string, Report['templates'][number]>();
  for (const { key, counted } of sums) {
    const { agentId, version, templateId, result } = readGroupKey(key);
    const agent = { agentId, name: names.agents.get(agentId ?? '') ?? null };
    const template = { templateId, name: names.templates.get(templateId ?? '') ?? null };
    for (const group of [
      grouped(agents, JSON.stringify(agentId), { ...agent, results: noResults() }),
      grouped(versions, JSON.stringify([agentId, version]), { ...agent, version, results: noResults() }),
      grouped(templates, JSON.stringify(templateId), { ...template, results: noResults() }),
    ])
      group.results[result] += counted;
  }
  return { agents: mostFirst(agents), versions: mostFirst(versions), templates: mostFirst(templates) };
}

function grouped<Group>(groups: Map<string, Group>, key: string, none: Group): Group {
  const group = groups.get(key) ?? none;
  groups.set(key, group);
  return group;
}

/** Those with as many calls by their key, so that a report reads the same each time. */
function mostFirst<Group extends { results: ResultCounts }>(groups: ReadonlyMap<string, Group>): Group[] {
  return [...groups]
    .toSorted(([one, a], [other, b]) => totalOf(b.results) - totalOf(a.results) || (one < other ? -1 : 1))
    .map(([, group]) => group);
}

function latenciesOf(sums: readonly Sum[]): Report['latencies'] {
  const engines = Map.groupBy(sums, ({ key }) => key.split(' ')[0] as VoiceEngine);
  return [...engines]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([engine, ofEngine]) => {
      const groups = ofEngine
        .map(({ key, counted }) => ({ ...latencyGroup(Number(key.split(' ')[1])), turns: counted }))
        .toSorted((a, b) => a.fromMs - b.fromMs);
      return {
        ...{ engine, groups, turns: groups.reduce((sum, { turns }) => sum + turns, 0) },
        medianMs: latencyQuantile(groups, 0.5) ?? 0,
        p95Ms: latencyQuantile(groups, 0.95) ?? 0,
      };
    });
}

const costNames: Readonly<Record<string, keyof ReportCost>> = {
  'carrier final': 'carrierFinal',
  'carrier estimate': 'carrierEstimate',
  'model final': 'modelFinal',
  'model estimate': 'modelEstimate',
};

function costsOf(sums: readonly Sum[], own: string): Report['costs'] {
  const currencies = new Map<string, { total: ReportCost; days: Map<string, ReportCost> }>();
  for (const { key, place, amount } of sums) {
    const currency = key.slice(0, key.indexOf(' '));
    const name = costNames[key.slice(currency.length + 1)];
    if (name === undefined || amount === 0) continue;
    const costs = grouped(currencies, currency, { total: noCost(), days: new Map() });
    costs.total[name] += amount;
    grouped(costs.days, place ?? '', noCost())[name] += amount;
  }
  return [...currencies]
    .toSorted(([one], [other]) => Number(other === own) - Number(one === own) || (one < other ? -1 : 1))
    .map(([currency, { total, days }]) => ({
      ...{ currency, total },
      days: [...days]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([day, cost]) => ({ day, ...cost })),
    }));
}

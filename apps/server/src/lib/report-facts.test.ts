import { describe, expect, test } from 'vitest';
import { type CountedCall, callFacts, type FactKind } from './report-facts.ts';
import { type Names, reportOf } from './report-of-sums.ts';

const call: CountedCall = {
  ...{ createdAt: new Date('2026-11-17T02:30:00Z'), sandbox: false, direction: 'outbound' },
  ...{ status: 'completed', reason: null, answered: true, duration: 42, result: null },
  ...{ agentId: 'gs-dental', version: 4, templateId: null, engine: 'relay', turns: [], cost: null },
};
const zone = 'America/New_York';

const keysOf = (changes: Partial<CountedCall>, kind: FactKind) =>
  callFacts({ ...call, ...changes }, zone)
    .filter((fact) => fact.kind === kind)
    .map(({ key }) => key);

describe('RE3: a call has one result', () => {
  test.each<[Partial<CountedCall>, string]>([
    [{ status: 'in-progress' }, 'open'],
    [{ status: 'in-progress', result: 'reached' }, 'open'],
    [{ result: 'partly' }, 'partly'],
    [{ status: 'failed', result: 'not' }, 'not'],
    [{ status: 'failed' }, 'failed'],
    [{}, 'unknown'],
    [{ reason: 'voicemail' }, 'unanswered'],
    [{ reason: 'voicemail_left' }, 'unanswered'],
    [{ status: 'no-answer', answered: false }, 'unanswered'],
    [{ status: 'canceled', answered: false }, 'unanswered'],
  ])('%j is %s', (changes, result) => {
    expect(keysOf(changes, 'result')).toEqual([result]);
  });
});

test.each<[Partial<CountedCall>, string[]]>([
  [{}, []],
  [{ status: 'busy', reason: 'line_busy' }, ['line_busy']],
  [{ reason: 'agent_failed' }, ['agent_failed']],
  [{ reason: 'transferred' }, []],
  [{ status: 'canceled', reason: 'ended_by_user' }, []],
  [{ status: 'failed' }, ['']],
  [{ status: 'in-progress', reason: 'line_busy' }, []],
])('RE2: the failure of %j is %j', (changes, failures) => {
  expect(keysOf(changes, 'failure')).toEqual(failures);
});

test('RE1: a call belongs to the day and hour of the clocks of its organization', () => {
  expect(callFacts(call, zone)[0]?.day).toBe('2026-11-16');
  expect(keysOf({}, 'hour')).toEqual(['21']);
  expect(callFacts(call, 'Europe/Berlin')[0]?.day).toBe('2026-11-17');
  expect(keysOf({ direction: 'inbound' }, 'hour')).toEqual([]);
});

test('RE7: waiting for tools is not part of a latency', () => {
  const turns = (toolMs?: number) => [{ firstTokenMs: 1, firstSpeechMs: 900, ...(toolMs && { toolMs }) }];
  expect(keysOf({ turns: turns(400) }, 'latency')).toEqual(
    keysOf({ turns: [{ firstTokenMs: 1, firstSpeechMs: 500 }] }, 'latency'),
  );
  expect(keysOf({ turns: turns() }, 'latency')).not.toEqual(keysOf({ turns: turns(400) }, 'latency'));
});

test('RE2: a report has every day, the currency of the organization first, and no sum that is nothing', () => {
  const cost = { carrierMicros: 5, carrierState: 'final', modelMicros: 7, modelState: 'estimate' } as const;
  const facts = [
    ...callFacts({ ...call, cost: { currency: 'EUR', ...cost } }, zone),
    ...callFacts({ ...call, cost: { currency: 'USD', ...cost }, result: 'reached' }, zone),
  ];
  const daily = new Set<FactKind>(['result', 'direction', 'answered', 'cost']);
  const sums = facts.map((fact) => ({
    ...fact,
    place: fact.kind === 'hour' ? '1' : daily.has(fact.kind) ? fact.day : null,
  }));
  const gone = { kind: 'failure', key: 'line_busy', place: null, counted: 0, amount: 0 } as const;
  const names: Names = { agents: new Map([['gs-dental', 'GS Dental']]), templates: new Map() };
  const of = { from: '2026-11-15', to: '2026-11-17', timeZone: zone, currency: 'USD' };
  const report = reportOf([...sums, gone], names, of);
  expect(report.days.map(({ day, outbound, seconds }) => [day, outbound, seconds])).toEqual([
    ['2026-11-15', 0, 0],
    ['2026-11-16', 2, 84],
    ['2026-11-17', 0, 0],
  ]);
  expect(
    report.costs.map(({ currency, total }) => [currency, total.carrierFinal, total.modelEstimate]),
  ).toEqual([
    ['USD', 5, 7],
    ['EUR', 5, 7],
  ]);
  expect(report.failures).toEqual([]);
  expect(report.agents).toMatchObject([{ name: 'GS Dental', results: { reached: 1, unknown: 1 } }]);
  expect(report.hours).toEqual([
    { weekday: 'monday', hour: 21, calls: 1, answered: 1 },
    { weekday: 'monday', hour: 21, calls: 1, answered: 1 },
  ]);
});

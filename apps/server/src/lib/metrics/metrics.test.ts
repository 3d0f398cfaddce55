import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Counter, gauge, Histogram } from './instruments.ts';
import { prometheusLabel, prometheusName } from './metric-names.ts';
import { allFamilies, countCall, countReconciled, countTurn } from './metrics.ts';
import { otlpMessage } from './otlp.ts';
import { prometheusText } from './prometheus-text.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/metrics.md'), 'utf8');
const families = () => allFamilies({ callsActive: [['inbound', 2]], jobsWaiting: [['recording', 3]] }, 7);

/** The value of one line of the text format. */
function figureOf(line: string): number {
  const found = prometheusText(families())
    .split('\n')
    .find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? 0);
}

test('MT3: the table of the page has exactly the metrics of the code', () => {
  const rows = [...page.matchAll(/^\| `((?:parley|gen_ai)_\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|/gm)];
  const described = rows.map(([, name, kind, labels = '', buckets = '']) => ({
    ...{ name, kind },
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    buckets: buckets.trim() === '' ? [] : buckets.trim().split(' ').map(Number),
  }));
  expect(described).toEqual(
    families().map((family) => ({
      ...{ name: prometheusName(family.about.name), kind: family.kind },
      labels: family.about.labels.map(prometheusLabel),
      buckets: 'bounds' in family ? family.bounds : [],
    })),
  );
});

test('MT2: no label can be an organization, a number or a call', () => {
  const allowed = [
    'direction',
    'engine',
    'outcome',
    'stage',
    'op',
    'status',
    'reason',
    'from',
    'to',
    'queue',
    'result',
    'gen_ai.operation.name',
    'gen_ai.provider.name',
    'gen_ai.token.type',
    'error.type',
  ];
  expect(new Set(families().flatMap(({ about }) => about.labels))).toEqual(new Set(allowed));
});

test('MT2: more combinations of labels than there can be are counted together', () => {
  const counter = new Counter<[string]>('many', 'Many.', ['word']);
  for (let n = 0; n < 2_000; n += 1) counter.add(`word ${n}`);
  expect(counter.points()).toHaveLength(501);
  expect(counter.points().at(-1)).toEqual({ labels: ['other'], value: 1_500 });
});

test('MT3: the text has help, type and lines with escaped labels; buckets add up', () => {
  const counter = new Counter<[string]>('things_total', 'Things,\nwith a \\.', ['what']);
  counter.add('a "quoted"\nword\\');
  counter.add('a "quoted"\nword\\');
  const histogram = new Histogram<['x']>('wait_seconds', 'Waits.', ['kind'], [1, 2.5]);
  for (const value of [0.5, 1, 2, 9, -1, Number.NaN]) histogram.observe(value, 'x');
  expect(prometheusText([counter, histogram, gauge('up', 'Up.', [], [{ labels: [], value: 1 }])])).toBe(
    String.raw`# HELP parley_things_total Things,\nwith a \\.
# TYPE parley_things_total counter
parley_things_total{what="a \"quoted\"\nword\\"} 2
# HELP parley_wait_seconds Waits.
# TYPE parley_wait_seconds histogram
parley_wait_seconds_bucket{kind="x",le="1"} 2
parley_wait_seconds_bucket{kind="x",le="2.5"} 3
parley_wait_seconds_bucket{kind="x",le="+Inf"} 4
parley_wait_seconds_sum{kind="x"} 12.5
parley_wait_seconds_count{kind="x"} 4
# HELP parley_up Up.
# TYPE parley_up gauge
parley_up 1
`,
  );
});

test('MT1: what happens is counted: calls, how long they took, replies, what was found by asking the carrier', () => {
  const ended = 'parley_calls_total{direction="inbound",engine="realtime",outcome="completed"}';
  const long = 'parley_call_duration_seconds_sum{direction="inbound",engine="realtime"}';
  const total = 'parley_turn_latency_seconds_count{engine="realtime",stage="total"}';
  const found = 'parley_reconciled_calls_total{from="ringing",to="no-answer"}';
  const lines = [ended, long, total, found];
  const before = lines.map(figureOf);
  const answeredAt = new Date('2026-10-13T10:00:00Z');
  const endedAt = new Date('2026-10-13T10:00:42Z');
  countCall({ direction: 'inbound', engine: 'realtime', status: 'completed', answeredAt, endedAt });
  countTurn('realtime', { firstTokenMs: 300, firstSpeechMs: 450 });
  countReconciled('ringing', 'no-answer');
  countReconciled('ringing', 'ringing');
  expect(lines.map(figureOf).map((value, at) => value - (before[at] ?? 0))).toEqual([1, 42, 1, 1]);
});

test('MT1: without the database the gauges of the deployment have no value, and database_up is 0', () => {
  const text = prometheusText(allFamilies(null, 7));
  expect(text).toContain('parley_database_up 0\n');
  expect(text).toContain('parley_process_resident_memory_bytes 7\n');
  expect(text).not.toMatch(/^parley_(?:calls_active|jobs_waiting)/m);
  expect(figureOf('parley_calls_active{direction="inbound"}')).toBe(2);
});

test('MT6: an OTLP message has sums, histograms and gauges with their times', () => {
  const counter = new Counter<[string]>('things_total', 'Things.', ['what']);
  counter.add('one');
  const histogram = new Histogram<[]>('wait_seconds', 'Waits.', [], [1]);
  histogram.observe(3);
  const times = { startedAt: new Date(1_000), at: new Date(2_000) };
  const waiting = gauge('up', 'Up.', [], [{ labels: [], value: 1 }]);
  const message = otlpMessage([counter, histogram, waiting], 'server-1', times);
  const since = { startTimeUnixNano: '1000000000', timeUnixNano: '2000000000' };
  const attributes = [{ key: 'what', value: { stringValue: 'one' } }];
  expect(message).toMatchObject({
    resourceMetrics: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'parley' } },
            { key: 'service.instance.id', value: { stringValue: 'server-1' } },
          ],
        },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'parley_things_total',
                sum: {
                  aggregationTemporality: 2,
                  isMonotonic: true,
                  dataPoints: [{ ...since, attributes, asDouble: 1 }],
                },
              },
              {
                name: 'parley_wait_seconds',
                histogram: {
                  dataPoints: [
                    { ...since, count: '1', sum: 3, bucketCounts: ['0', '1'], explicitBounds: [1] },
                  ],
                },
              },
              { name: 'parley_up', gauge: { dataPoints: [{ asDouble: 1 }] } },
            ],
          },
        ],
      },
    ],
  });
});

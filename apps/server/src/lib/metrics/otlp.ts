import type { MetricFamily } from './instruments.ts';
import { otlpName } from './metric-names.ts';

/** Since when the sums count; and now. */
export interface OtlpTimes {
  readonly startedAt: Date;
  readonly at: Date;
}

/** The totals go on from one message to the next, so one that is lost loses nothing. */
const cumulative = 2;

/** A message of OTLP over HTTP with JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export function otlpMessage(families: readonly MetricFamily[], instance: string, times: OtlpTimes): object {
  return {
    resourceMetrics: [
      {
        resource: {
          attributes: [attribute('service.name', 'parley'), attribute('service.instance.id', instance)],
        },
        scopeMetrics: [
          {
            scope: { name: 'parley' },
            metrics: families.map((family) => ({
              name: otlpName(family.about.name),
              description: family.about.help,
              ...dataOf(family, times),
            })),
          },
        ],
      },
    ],
  };
}

function dataOf(family: MetricFamily, { startedAt, at }: OtlpTimes): object {
  const { labels: names } = family.about;
  const attributes = (values: readonly string[]) =>
    names.map((name, index) => attribute(name, values[index] ?? ''));
  const since = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(at) };
  switch (family.kind) {
    case 'histogram': {
      const dataPoints = family.points().map(({ labels, counts, sum }) => ({
        ...{ attributes: attributes(labels), ...since, sum },
        count: String(counts.reduce((all, each) => all + each, 0)),
        bucketCounts: counts.map(String),
        explicitBounds: family.bounds,
      }));
      return { histogram: { aggregationTemporality: cumulative, dataPoints } };
    }
    case 'counter': {
      const dataPoints = family
        .points()
        .map(({ labels, value }) => ({ attributes: attributes(labels), ...since, asDouble: value }));
      return { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } };
    }
    case 'gauge': {
      const dataPoints = family.points().map(({ labels, value }) => ({
        ...{ attributes: attributes(labels), timeUnixNano: nanoseconds(at), asDouble: value },
      }));
      return { gauge: { dataPoints } };
    }
  }
}

function attribute(key: string, value: string): object {
  return { key, value: { stringValue: value } };
}

/** As text: it is more than a number of JSON can hold. */
function nanoseconds(at: Date): string {
  return `${at.getTime()}000000`;
}

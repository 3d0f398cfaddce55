import type { HistogramPoint, MetricFamily, Sample } from './instruments.ts';
import { prometheusLabel, prometheusName } from './metric-names.ts';

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

/** The text format that Prometheus and most others read. */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families.map(familyText).join('');
}

function familyText(family: MetricFamily): string {
  const name = prometheusName(family.about.name);
  const lines = [`# HELP ${name} ${escapeHelp(family.about.help)}`, `# TYPE ${name} ${family.kind}`];
  for (const { suffix, labels, value } of samplesOf(family))
    lines.push(`${name}${suffix}${labelText(labels)} ${value}`);
  return `${lines.join('\n')}\n`;
}

function samplesOf(family: MetricFamily): Sample[] {
  const { labels: names } = family.about;
  const named = (values: readonly string[]) =>
    names.map((name, at) => [prometheusLabel(name), values[at] ?? ''] as const);
  if (family.kind !== 'histogram')
    return family.points().map(({ labels, value }) => ({ suffix: '', labels: named(labels), value }));
  return family.points().flatMap((point) => histogramSamples(point, family.bounds, named(point.labels)));
}

function histogramSamples(
  { counts, sum }: HistogramPoint,
  bounds: readonly number[],
  labels: Sample['labels'],
): Sample[] {
  let count = 0;
  const buckets = counts.map((inBucket, at): Sample => {
    count += inBucket;
    const bound = bounds[at];
    return {
      suffix: '_bucket',
      labels: [...labels, ['le', bound === undefined ? '+Inf' : String(bound)]],
      value: count,
    };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
}

function labelText(labels: Sample['labels']): string {
  if (labels.length === 0) return '';
  return `{${labels.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',')}}`;
}

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');

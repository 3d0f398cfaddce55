import { HttpLine } from '../desk/http-line.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { median, percentile, sum } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive, type Run } from './drive.ts';
import { type Question, readingQuestions } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

/** One server that is asked one question, alone and by many at once. */
interface Asked {
  readonly pid: number;
  readonly lines: readonly HttpLine[];
  readonly next: () => string;
  readonly alone: Slice<Run>[];
  readonly crowd: Slice<Run>[];
}

interface Pair {
  readonly size: number;
  readonly what: string;
  readonly ours: Asked;
  readonly bare: Asked;
}

interface Topic {
  readonly desk: DeskAtSize;
  readonly question: Question;
}

/** Lists and details at every size, with the product and the bare server taking turns slice by slice. */
export async function measureReading(
  desks: readonly DeskAtSize[],
  plan: Plan,
  log: (line: string) => void,
): Promise<Figure[]> {
  const bySize = await Promise.all(
    desks.map(async (desk) => (await readingQuestions(desk)).map((question): Topic => ({ desk, question }))),
  );
  const figures: Figure[] = [];
  for (const topics of transposed(bySize)) {
    log(`history: ${topics.at(-1)?.question.what ?? ''}`);
    // Opened when their turn comes: the server does not wait long for somebody who says nothing.
    const pairs = await Promise.all(topics.map((topic) => pairOf(topic, plan)));
    const everybody = pairs.flatMap(({ ours, bare }) => [ours, bare]);
    // The first answers of a process are about its compiler.
    for (const asked of everybody) await drive({ ...asked, ms: plan.sliceMs });
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const asked of everybody) {
        const load = { ...asked, ms: plan.sliceMs };
        asked.alone.push(await slice(() => drive({ ...load, lines: asked.lines.slice(0, 1) })));
      }
      for (const asked of everybody) {
        asked.crowd.push(await slice(() => drive({ ...asked, ms: plan.sliceMs })));
      }
    }
    figures.push(...pairs.flatMap(figuresOf), ...flatness(pairs));
    for (const { lines } of everybody) for (const line of lines) line.close();
  }
  return figures;
}

async function pairOf({ desk: { size, product, bare }, question }: Topic, plan: Plan): Promise<Pair> {
  return {
    size,
    what: question.what,
    ours: await asked(product, question.product, plan),
    bare: await asked(bare, question.bare, plan),
  };
}

async function asked(
  server: { pid: number; port: number },
  next: Question['bare'],
  plan: Plan,
): Promise<Asked> {
  const lines = await Promise.all(Array.from({ length: plan.lines }, () => HttpLine.open(server.port)));
  return { pid: server.pid, lines, next, alone: [], crowd: [] };
}

function figuresOf({ size, what, ours, bare }: Pair): Figure[] {
  const name = `${what}, ${sizeName(size)} calls`;
  const quiet = counted([...ours.crowd, ...bare.crowd]).quiet;
  const note = `${Math.round(quiet * 100)} % quiet`;
  const compare = (suffix: string, unit: string, of: (one: Asked) => number): Figure => {
    const [value, limit] = [of(ours), of(bare)];
    return { part: 'history', what: `${name}: ${suffix}`, value, unit, limit, ratio: value / limit };
  };
  const throughput = compare('throughput', '/s', ({ crowd }) => rate(crowd));
  return [
    { ...throughput, note, ...(isList(what) && { reach: { at: 'least', ratio: 0.5 } }) },
    compare('CPU of the server', 'µs', ({ crowd }) => cpuPerRequest(crowd)),
    compare('p50', 'ms', ({ alone }) => percentile(latencies(alone), 0.5)),
    compare('p99', 'ms', ({ alone }) => percentile(latencies(alone), 0.99)),
  ];
}

/** The same page at the largest size and at the smallest, which took turns within this minute. */
function flatness(pairs: readonly Pair[]): Figure[] {
  const [small, large] = [pairs[0], pairs.at(-1)];
  if (small === undefined || large === undefined) return [];
  const p50 = ({ ours }: Pair) => percentile(latencies(ours.alone), 0.5);
  const ratio = p50(large) / p50(small);
  const [many, few] = [sizeName(large.size), sizeName(small.size)];
  return [
    {
      part: 'history',
      what: `${large.what}: p50 at ${many} calls ÷ at ${few}`,
      value: p50(large),
      unit: 'ms',
      limit: p50(small),
      ratio,
      ...(isList(large.what) && { reach: { at: 'most', ratio: 1.2 } }),
    },
  ];
}

const isList = (what: string) => what.includes('page');

const latencies = (slices: readonly Slice<Run>[]) => counted(slices).values.flatMap((run) => run.latencies);

function rate(slices: readonly Slice<Run>[]): number {
  return median(counted(slices).values.map((run) => run.latencies.length / run.seconds));
}

function cpuPerRequest(slices: readonly Slice<Run>[]): number {
  const { values } = counted(slices);
  return (sum(values.map((run) => run.cpu)) / sum(values.map((run) => run.latencies.length))) * 1e6;
}

/** From one list of questions for each size to one list of sizes for each question. */
function transposed(bySize: readonly (readonly Topic[])[]): Topic[][] {
  return (bySize[0] ?? []).map((_, index) => bySize.flatMap((topics) => topics[index] ?? []));
}

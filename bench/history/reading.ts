import { HttpConnection } from '../desk/http-connection.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { median, percentile, sum } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive, type Run } from './drive.ts';
import { type Question, readingQuestions } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

/** One server with one kind of request, sent sequentially and concurrently. */
interface Asked {
  readonly pid: number;
  readonly connections: readonly HttpConnection[];
  readonly next: () => string;
  readonly sequential: Slice<Run>[];
  readonly concurrent: Slice<Run>[];
}

interface Pair {
  readonly size: number;
  readonly what: string;
  readonly ours: Asked;
  readonly limit: Asked;
}

interface Topic {
  readonly desk: DeskAtSize;
  readonly question: Question;
}

/** Lists and details at every size, with the product and the limit server taking turns slice by slice. */
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
    // Opened only now: the server closes idle connections.
    const pairs = await Promise.all(topics.map((topic) => pairOf(topic, plan)));
    const everybody = pairs.flatMap(({ ours, limit }) => [ours, limit]);
    // Warm-up: the first answers of a process measure its compiler.
    for (const asked of everybody) await drive({ ...asked, ms: plan.sliceMs });
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const asked of everybody) {
        const load = { ...asked, ms: plan.sliceMs };
        asked.sequential.push(
          await slice(() => drive({ ...load, connections: asked.connections.slice(0, 1) })),
        );
      }
      for (const asked of everybody) {
        asked.concurrent.push(await slice(() => drive({ ...asked, ms: plan.sliceMs })));
      }
    }
    figures.push(...pairs.flatMap(figuresOf), ...flatness(pairs));
    for (const { connections } of everybody) for (const connection of connections) connection.close();
  }
  return figures;
}

async function pairOf({ desk: { size, product, limitServer }, question }: Topic, plan: Plan): Promise<Pair> {
  return {
    size,
    what: question.what,
    ours: await asked(product, question.product, plan),
    limit: await asked(limitServer, question.limitRequest, plan),
  };
}

async function asked(
  server: { pid: number; port: number },
  next: Question['limitRequest'],
  plan: Plan,
): Promise<Asked> {
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => HttpConnection.open(server.port)),
  );
  return { pid: server.pid, connections, next, sequential: [], concurrent: [] };
}

function figuresOf({ size, what, ours, limit }: Pair): Figure[] {
  const name = `${what}, ${sizeName(size)} calls`;
  const quiet = counted([...ours.concurrent, ...limit.concurrent]).quiet;
  const note = `${Math.round(quiet * 100)} % quiet`;
  const compare = (suffix: string, unit: string, of: (one: Asked) => number): Figure => {
    const [value, best] = [of(ours), of(limit)];
    return { part: 'history', what: `${name}: ${suffix}`, value, unit, limit: best, ratio: value / best };
  };
  const throughput = compare('throughput', '/s', ({ concurrent }) => rate(concurrent));
  return [
    { ...throughput, note, ...(isList(what) && { reach: { at: 'least', ratio: 0.5 } }) },
    compare('CPU of the server', 'µs', ({ concurrent }) => cpuPerRequest(concurrent)),
    compare('p50', 'ms', ({ sequential }) => percentile(latencies(sequential), 0.5)),
    compare('p99', 'ms', ({ sequential }) => percentile(latencies(sequential), 0.99)),
  ];
}

/** The same page at the largest size and at the smallest, which took turns within this minute. */
function flatness(pairs: readonly Pair[]): Figure[] {
  const [small, large] = [pairs[0], pairs.at(-1)];
  // Where one size is measured there is nothing to compare.
  if (small === undefined || large === undefined || small === large) return [];
  const p50 = ({ ours }: Pair) => percentile(latencies(ours.sequential), 0.5);
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

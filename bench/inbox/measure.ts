import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens, type Tokens } from '../desk/tokens.ts';
import { drive, type Run } from '../history/drive.ts';
import { roundRobin } from '../history/requests.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { desk, fill, plainDesk } from './generate.ts';
import { measureImport } from './importing.ts';

/** What a page may take at the server. */
const mostMs = 150;
/** What names may add to the list of calls. */
const mostAdded = 1.05;

interface Plan {
  readonly calls: number;
  readonly contacts: number;
  readonly followUps: number;
  readonly imported: number;
  readonly rounds: number;
  readonly sliceMs: number;
}

const fullPlan: Plan = {
  calls: 20_000,
  contacts: 100_000,
  followUps: 10_000,
  imported: 50_000,
  rounds: 9,
  sliceMs: 400,
};
const smokePlan: Plan = { calls: 40, contacts: 60, followUps: 20, imported: 30, rounds: 1, sliceMs: 40 };

interface InTurn {
  /** The median of a page in milliseconds, for a desk without contacts and for one with a name for every number. */
  readonly bare: number;
  readonly named: number;
}

/** The inbox and the contacts of a large organization, and what their names cost the list of calls. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    const connection = await HttpConnection.open(product.port);
    // A tenant gets its agents with its first request.
    for (const tenant of [desk, plainDesk])
      await connection.send(requestText({ path: '/api/agents', token: tokens.of(tenant) }));
    connection.close();
    log(`inbox: ${plan.contacts} contacts, ${plan.followUps} follow-ups, ${plan.calls} calls`);
    const owner = await connectOwner(dataDir);
    await fill(owner, plan);
    await owner.end();
    const figures = [...(await names(product, tokens, plan)), ...(await pages(product, tokens, plan))];
    log(`inbox: an import of ${plan.imported} contacts`);
    return [...figures, ...(await measureImport(product, tokens, plan.imported))];
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

/**
 * The first page with names and without, request by request in turn, so that both meet the same machine: what one desk has
 * to wait for is compared with what the other waits for in the same moment. The names are in the server's memory after the
 * first time.
 */
async function names(product: Product, tokens: Tokens, plan: Plan): Promise<Figure[]> {
  const connection = await HttpConnection.open(product.port);
  const [without, withNames] = [plainDesk, desk].map((tenant) =>
    requestText({ path: '/api/calls', token: tokens.of(tenant) }),
  ) as [string, string];
  const ask = async (request: string) => {
    const started = performance.now();
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`Answered ${status}.`);
    return performance.now() - started;
  };
  await ask(without);
  const coldMs = await ask(withNames);
  const inTurn = async (): Promise<InTurn> => {
    const bare: number[] = [];
    const named: number[] = [];
    for (const end = performance.now() + 2 * plan.sliceMs; performance.now() < end; ) {
      bare.push(await ask(without));
      named.push(await ask(withNames));
    }
    return { bare: median(bare), named: median(named) };
  };
  await inTurn();
  const slices: Slice<InTurn>[] = [];
  for (let round = 0; round < plan.rounds; round += 1) slices.push(await slice(inTurn));
  connection.close();
  const { values } = counted(slices);
  const ratio = median(values.map(({ bare, named }) => named / bare));
  const [bare, named] = [median(values.map((each) => each.bare)), median(values.map((each) => each.named))];
  const part = 'inbox';
  return [
    {
      ...{ part, what: 'first page of calls with names: p50', value: named, unit: 'ms', limit: bare },
      ...{
        ratio,
        reach: { at: 'most', ratio: mostAdded },
        note: 'to that of a desk without contacts, asked in turn',
      },
    },
    { part, what: 'first page of calls, names not in memory yet', value: coldMs, unit: 'ms' },
  ];
}

const questions: readonly (readonly [what: string, paths: readonly string[]])[] = [
  ['open follow-ups', ['/api/follow-ups?state=open', '/api/follow-ups?state=open&owner=nobody']],
  ['counts of follow-ups', ['/api/follow-ups/counts']],
  ['contacts', ['/api/contacts', '/api/contacts?limit=100']],
  ['contacts, searched', ['a', 'web', 'ada weber', 'kim khan 1', '5550', '+1 415 555 00'].map(searched)],
  [
    'suggestions',
    ['ad', 'nov', 'emil si', '41555'].map(
      (text) => `/api/contacts/suggestions?text=${encodeURIComponent(text)}`,
    ),
  ],
  ['page of a number', ['0001', '0042', '0777'].map((end) => `/api/contacts/numbers/%2B1415555${end}`)],
];

function searched(text: string): string {
  return `/api/contacts?search=${encodeURIComponent(text)}`;
}

async function pages(product: Product, tokens: Tokens, plan: Plan): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, paths] of questions) {
    const connection = await HttpConnection.open(product.port);
    const next = roundRobin(paths.map((path) => requestText({ path, token: tokens.of(desk) })));
    const load = { pid: product.pid, connections: [connection], next, ms: plan.sliceMs };
    await drive(load);
    const slices: Slice<Run>[] = [];
    for (let round = 0; round < plan.rounds; round += 1) slices.push(await slice(() => drive(load)));
    connection.close();
    const latencies = counted(slices).values.flatMap((run) => run.latencies);
    const p99 = percentile(latencies, 0.99);
    figures.push(
      { part: 'inbox', what: `${what}: p50`, value: percentile(latencies, 0.5), unit: 'ms' },
      {
        ...{ part: 'inbox', what: `${what}: p99`, value: p99, unit: 'ms', limit: mostMs },
        ...{ ratio: p99 / mostMs, reach: { at: 'most', ratio: 1 } },
      },
    );
  }
  return figures;
}

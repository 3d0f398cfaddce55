import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { familySeconds, parentOf } from '../desk/process-figures.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens, type Tokens } from '../desk/tokens.ts';
import { drive, type Run } from '../history/drive.ts';
import { generate, tenants } from '../history/generate.ts';
import { roundRobin } from '../history/requests.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median } from '../statistics.ts';

/** Throughput of the call list without recording who read it, to that with it. */
const mostRatio = 1.05;

interface Plan {
  readonly calls: number;
  readonly connections: number;
  readonly pairs: number;
  /** Not measured: until entries of this load are written and sealed as fast as they come. */
  readonly leadMs: number;
  readonly sliceMs: number;
}

const fullPlan: Plan = {
  calls: 10_000,
  connections: 16,
  pairs: 15,
  leadMs: 3_000,
  sliceMs: 4_000,
};
const smokePlan: Plan = { calls: 200, connections: 2, pairs: 2, leadMs: 20, sliceMs: 40 };

/** With the processor seconds of the database beside those of the server. */
type Half = Run & { readonly databaseCpu: number };

interface Pair {
  readonly recorded: Half;
  readonly bare: Half;
}

/**
 * What it costs to record each reading: the same server answers the same pages with recording and without, in turn and each
 * first in every other pair. Writing and sealing come after the answers, so both kinds run until they are in step with their
 * load before they are measured, and nothing of one is left when the other begins.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const settings = { ...tokens.settings, DRAIN_SECONDS: '0' };
  const product = await startProduct(dataDir, settings, 'audit-switch-server.js');
  try {
    await makeTenants(product, tokens);
    const owner = await connectOwner(dataDir);
    log(`audit: ${plan.pairs} pairs of slices with and without recording who read`);
    await generate(owner, plan.calls);
    const figures = figuresOf(counted(await takeTurns(product, owner, tokens, plan)));
    await owner.end();
    return figures;
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

/** A tenant gets its agents with its first request. */
async function makeTenants(product: Product, tokens: Tokens): Promise<void> {
  const connection = await HttpConnection.open(product.port);
  for (const tenant of tenants)
    await connection.send(requestText({ path: '/api/agents', token: tokens.of(tenant) }));
  connection.close();
}

async function takeTurns(
  product: Product,
  owner: pg.Client,
  tokens: Tokens,
  plan: Plan,
): Promise<Slice<Pair>[]> {
  const next = roundRobin(
    tenants.map((tenant) => requestText({ path: '/api/calls', token: tokens.of(tenant) })),
  );
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const half = async (recordReadings: boolean): Promise<Half> => {
    await product.tell({ recordReadings });
    // Opened only now: the server closes idle connections.
    const connections = await Promise.all(
      Array.from({ length: plan.connections }, () => HttpConnection.open(product.port)),
    );
    const load = { connections, pid: product.pid, next };
    await drive({ ...load, ms: plan.leadMs });
    const cpuBefore = familySeconds(postmaster);
    const run = await drive({ ...load, ms: plan.sliceMs });
    const databaseCpu = familySeconds(postmaster) - cpuBefore;
    for (const connection of connections) connection.close();
    await untilSealed(owner);
    return { ...run, databaseCpu };
  };
  const pairs: Slice<Pair>[] = [];
  // The first pair measures the compiler.
  for (let round = -1; round < plan.pairs; round += 1) {
    const isFirst = round % 2 === 0;
    const pair = await slice(async () => {
      const [first, second] = [await half(isFirst), await half(!isFirst)];
      return isFirst ? { recorded: first, bare: second } : { recorded: second, bare: first };
    });
    if (round >= 0) pairs.push(pair);
  }
  return pairs;
}

/** Readings are written twice a second and sealed every two. */
async function untilSealed(owner: pg.Client): Promise<void> {
  let before = -1;
  for (let stillFor = 0; stillFor < 3; ) {
    await delay(300);
    const { rows } = await owner.query<{ written: string; unsealed: string }>(
      `select (select coalesce(max(id), 0) from audit_log) + (select coalesce(max(id), 0) from audit_readings) as written,
        (select count(*) from audit_unsealed) + (select count(*) from audit_unsealed_readings) as unsealed`,
    );
    const [written, unsealed] = [Number(rows[0]?.written), Number(rows[0]?.unsealed)];
    stillFor = written === before && unsealed === 0 ? stillFor + 1 : 0;
    before = written;
  }
}

function figuresOf({ values, quiet, remark }: Counted<Pair>): Figure[] {
  const rate = ({ latencies, seconds }: Half) => latencies.length / seconds;
  const cpu = ({ cpu, latencies }: Half) => (cpu / latencies.length) * 1e6;
  const allCpu = (half: Half) => cpu(half) + (half.databaseCpu / half.latencies.length) * 1e6;
  const of = (figure: (half: Half) => number, name: keyof Pair) =>
    median(values.map((pair) => figure(pair[name])));
  const part = 'audit';
  const what = 'first page of calls, who read it recorded';
  return [
    {
      ...{ part, what: `${what}: throughput without to that with`, unit: '/s' },
      ...{ value: of(rate, 'recorded'), limit: of(rate, 'bare') },
      ratio: median(values.map(({ recorded, bare }) => rate(bare) / rate(recorded))),
      reach: { at: 'most', ratio: mostRatio },
      note: remark || `${Math.round(quiet * 100)} % quiet`,
    },
    {
      ...{ part, what: `${what}: CPU of the server`, unit: 'µs' },
      ...{ value: of(cpu, 'recorded'), limit: of(cpu, 'bare') },
      ratio: median(values.map(({ recorded, bare }) => cpu(recorded) / cpu(bare))),
    },
    // What other work on the machine changes least: where both processors are busy, it decides the throughput.
    {
      ...{ part, what: `${what}: CPU of server and database`, unit: 'µs' },
      ...{ value: of(allCpu, 'recorded'), limit: of(allCpu, 'bare') },
      ratio: median(values.map(({ recorded, bare }) => allCpu(recorded) / allCpu(bare))),
    },
  ];
}

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile, sum } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive, type Run } from './drive.ts';
import { tenants } from './generate.ts';
import { roundRobin } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

/** The list may be slower by half while the job of the night deletes what is too old. */
const mostRatio = 1.5;
const daysKept = 30;
/** A p99 wants more requests than the other figures. */
const moreSlices = 4;

/** The list of calls with and without the nightly job, which deletes eleven twelfths of a year of calls. */
export async function measureRetention(desk: DeskAtSize, plan: Plan): Promise<Figure[]> {
  const { product, owner, tokens, size } = desk;
  const connection = await HttpConnection.open(product.port);
  const requests = tenants.map((tenant) => requestText({ path: '/api/calls', token: tokens.of(tenant) }));
  const load = { pid: product.pid, connections: [connection], next: roundRobin(requests), ms: plan.sliceMs };
  const slices = async () => {
    const done: Slice<Run>[] = [];
    for (let n = 0; n < plan.rounds * moreSlices; n += 1) done.push(await slice(() => drive(load)));
    return counted(done).values.flatMap((run) => run.latencies);
  };
  try {
    await drive(load);
    const without = percentile(await slices(), 0.99);
    const callsBefore = await countCalls(owner);
    await startJob(owner);
    await someDeleted(owner, callsBefore);
    const begun = { at: performance.now(), calls: await countCalls(owner) };
    const during = percentile(await slices(), 0.99);
    const seconds = (performance.now() - begun.at) / 1000;
    const deleted = begun.calls - (await countCalls(owner));
    const name = `first page while old calls are deleted, ${sizeName(size)} calls`;
    return [
      {
        ...{ part: 'history', what: `${name}: p99`, value: during, unit: 'ms', limit: without },
        ...{ ratio: during / without, reach: { at: 'most', ratio: mostRatio } },
        note: 'limit: without the job',
      },
      { part: 'history', what: `${name}: calls deleted`, value: deleted / seconds, unit: '/s' },
    ];
  } finally {
    connection.close();
  }
}

/** As if it were 01:07. */
async function startJob(owner: pg.Client): Promise<void> {
  await owner.query('insert into retention (tenant_id, calls_days) select unnest($1::text[]), $2', [
    ...[tenants, daysKept],
  ]);
  await owner.query(
    "update job_schedules set next_at = now() where queue = 'maintenance' and key = 'retention'",
  );
}

async function someDeleted(owner: pg.Client, before: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  while ((await countCalls(owner)) === before) {
    if (performance.now() > deadline) throw new Error('The nightly job has deleted nothing in two minutes.');
    await delay(50);
  }
}

/** Of the first few tenants, which the job begins with. */
async function countCalls(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from calls where tenant_id = any ($1)',
    [tenants.slice(0, 3)],
  );
  return sum(rows.map(({ n }) => n));
}

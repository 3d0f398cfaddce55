import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive, type Run } from './drive.ts';
import { tenants } from './generate.ts';
import { roundRobin } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

/** The list may be slower by half while the job of the night deletes what is too old. */
const mostRatio = 1.5;
const daysKept = 30;
/** With and without take turns this many slices at a time, so that whatever else the machine does meets both. */
const slicesInTurn = 4;

/** The list of calls with and without the nightly job, which deletes eleven twelfths of a year of calls. */
export async function measureRetention(desk: DeskAtSize, plan: Plan): Promise<Figure[]> {
  const { product, owner, tokens, size } = desk;
  const connection = await HttpConnection.open(product.port);
  const requests = tenants.map((tenant) => requestText({ path: '/api/calls', token: tokens.of(tenant) }));
  const load = { pid: product.pid, connections: [connection], next: roundRobin(requests), ms: plan.sliceMs };
  const [without, during]: [Slice<Run>[], Slice<Run>[]] = [[], []];
  const measureInto = async (into: Slice<Run>[]) => {
    for (let n = 0; n < slicesInTurn; n += 1) into.push(await slice(() => drive(load)));
  };
  try {
    await drive(load);
    await startJob(owner);
    await batches(owner, 1);
    let [deleted, seconds] = [0, 0];
    for (let round = 0; round < plan.rounds; round += 1) {
      // Readers do not wait for this lock, the job does.
      await owner.query('begin; lock table calls in share mode');
      await measureInto(without);
      await owner.query('commit');
      // After such a long batch it pauses for as long.
      await batches(owner, 2);
      const begun = { at: performance.now(), calls: await countCalls(owner) };
      await measureInto(during);
      seconds += (performance.now() - begun.at) / 1000;
      deleted += begun.calls - (await countCalls(owner));
    }
    const [still, busy] = [without, during].map(p99Of) as [number, number];
    const name = `first page while old calls are deleted, ${sizeName(size)} calls`;
    return [
      {
        ...{ part: 'history', what: `${name}: p99`, value: busy, unit: 'ms', limit: still },
        ...{ ratio: busy / still, reach: { at: 'most', ratio: mostRatio } },
        note: 'limit: while the job is held up, in turn',
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

/** Waits until the job has deleted so many batches, or has nothing left to delete. */
async function batches(owner: pg.Client, count: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  let [last, seen] = [await oldest(owner), 0];
  while (seen < count && last.some(({ old }) => old)) {
    if (performance.now() > deadline) throw new Error('The nightly job has deleted nothing in two minutes.');
    await delay(20);
    const now = await oldest(owner);
    if (JSON.stringify(now) !== JSON.stringify(last)) seen += 1;
    last = now;
  }
}

/** The oldest call of each tenant: cheap to read, and different after each batch. */
async function oldest(owner: pg.Client): Promise<{ at: string; old: boolean }[]> {
  const { rows } = await owner.query<{ at: string; old: boolean }>(
    `select call.created_at::text as at, call.created_at < now() - make_interval(days => $2) as old
     from unnest($1::text[]) tenant, lateral (
       select created_at from calls where tenant_id = tenant order by created_at limit 1) call`,
    [tenants, daysKept],
  );
  return rows;
}

const p99Of = (slices: readonly Slice<Run>[]) =>
  percentile(
    counted(slices).values.flatMap((run) => run.latencies),
    0.99,
  );

async function countCalls(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from calls');
  return rows[0]?.n ?? 0;
}

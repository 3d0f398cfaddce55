import type pg from 'pg';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive } from './drive.ts';
import { tenants } from './generate.ts';
import { type Plan, sizeName } from './sizes.ts';

/** A monitoring system asks several times a minute, of every server. */
const mostMs = 20;
const live = 200;

/** What the server tells about itself, while so many calls are up. */
export async function measureMetrics(desk: DeskAtSize, plan: Plan): Promise<Figure[]> {
  const { product, owner, tokens, size } = desk;
  const connection = await HttpConnection.open(product.port);
  try {
    await addLiveCalls(owner);
    const request = requestText({ path: '/metrics', token: tokens.of(tenants[0] ?? '') });
    const { status, body } = await connection.send(request);
    if (status !== 200 || !body.includes('parley_calls_active'))
      throw new Error(`The metrics were not told: ${status}.`);
    const asked = { pid: product.pid, connections: [connection], next: () => request, ms: plan.sliceMs };
    await drive(asked);
    const slices = [];
    for (let round = 0; round < plan.rounds; round += 1) slices.push(await slice(() => drive(asked)));
    const { values, quiet } = counted(slices);
    const latencies = values.flatMap((run) => run.latencies);
    const what = `metrics, ${sizeName(size)} calls and ${live} live`;
    const p99 = percentile(latencies, 0.99);
    return [
      { part: 'history', what: `${what}: p50`, value: percentile(latencies, 0.5), unit: 'ms' },
      {
        ...{ part: 'history', what: `${what}: p99`, value: p99, unit: 'ms', limit: mostMs },
        ...{
          ratio: p99 / mostMs,
          reach: { at: 'most', ratio: 1 },
          note: `${Math.round(quiet * 100)} % quiet`,
        },
      },
    ];
  } finally {
    connection.close();
    await owner.query("delete from calls where instructions = 'live in the bench'");
  }
}

/** Without triggers, and as if the carrier had told of them just now: nobody asks it about them meanwhile. */
async function addLiveCalls(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into calls (tenant_id, id, agent_id, carrier, direction, status, engine, instructions, created_at, checked_at)
     select ($1::text[])[1 + n % $2::int], gen_random_uuid(), 'gs-dental', 'lab', 'inbound', 'in-progress', 'relay',
       'live in the bench', now(), now()
     from generate_series(1, $3::int) n`,
    [tenants, tenants.length, live],
  );
}

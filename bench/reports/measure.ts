import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens, type Tokens } from '../desk/tokens.ts';
import { generate, tenants } from '../history/generate.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { sizeSetting } from '../size-settings.ts';
import { median } from '../statistics.ts';
import { vary } from './vary.ts';

/** A report of a year and more, at the server. */
const mostMs = 100;

interface Plan {
  readonly calls: number;
  readonly reports: number;
  /** Calls that change afterwards, each with an event. */
  readonly revised: number;
}

const fullPlan: Plan = { calls: 1_000_000, reports: 200, revised: 5_000 };
const smokePlan: Plan = { calls: 400, reports: 4, revised: 20 };

/** REPORT_CALLS and REPORT_TENANTS measure at another size. */
const among = tenants.slice(0, sizeSetting('REPORT_TENANTS') ?? tenants.length);
const sizeOf = (plan: Plan): Plan => ({ ...plan, calls: sizeSetting('REPORT_CALLS') ?? plan.calls });

/**
 * Opens reports of organizations with calls of a year, which the server has counted as those of a release before, and
 * measures what counting costs: the calls of the past, and calls that change.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : sizeOf(fullPlan);
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    await request(product, tokens, '/api/agents');
    const owner = await connectOwner(dataDir);
    log(`reports: ${plan.calls} calls are made, then counted`);
    await generate(owner, plan.calls, among);
    await vary(owner);
    const past = await countPast(owner, plan.calls);
    const revised = await revise(owner, plan.revised);
    const opened = await openReports(product, tokens, plan.reports);
    const size = await sizes(owner);
    await owner.end();
    return figuresOf(plan, { past, revised, opened, ...size });
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

async function request(product: Product, tokens: Tokens, path: string): Promise<void> {
  const connection = await HttpConnection.open(product.port);
  for (const tenant of among) await connection.send(requestText({ path, token: tokens.of(tenant) }));
  connection.close();
}

/** The task of every minute does it, with its pauses; the time between two tasks is left out. Milliseconds for each call. */
async function countPast(owner: pg.Client, calls: number): Promise<number> {
  await owner.query(`update report_tenants set zone = '', stage = 'call', after = default`);
  await owner.query(`insert into report_tenants (tenant_id, zone, stage) select id, '', 'call' from tenants
    on conflict do nothing`);
  let place = '';
  let busyMs = 0;
  for (let at = performance.now(); ; ) {
    await delay(100);
    const { rows } = await owner.query<{ left: number; place: string }>(
      `select count(*) filter (where stage is not null)::int as left, string_agg(stage || after, ' ' order by tenant_id)
         as place from report_tenants`,
    );
    const now = performance.now();
    const [state] = rows;
    if (state && state.place !== place) busyMs += now - at;
    place = state?.place ?? '';
    at = now;
    if (state?.left === 0) return busyMs / calls;
  }
}

/** Milliseconds for each call whose result is corrected, from the change until it is counted. */
async function revise(owner: pg.Client, calls: number): Promise<number> {
  const began = performance.now();
  await owner.query(
    `update calls set outcome_result = case outcome_result when 'reached' then 'partly' else 'reached' end
     where (tenant_id, id) in (select tenant_id, id from calls order by hashtext(id::text) limit $1)`,
    [calls],
  );
  for (let left = 1; left > 0; ) {
    await delay(10);
    const { rows } = await owner.query<{ left: number }>(
      `select (select count(*) from outbox where not assigned)::int
         + (select count(*) from outbox_positions where last_event > done_event)::int as left`,
    );
    left = rows[0]?.left ?? 0;
  }
  return (performance.now() - began) / calls;
}

/** How long each answer took, in milliseconds, shortest first. */
async function openReports(product: Product, tokens: Tokens, times: number): Promise<number[]> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const path = `/api/reports?from=${day(398)}&to=${day(-1)}`;
  const connection = await HttpConnection.open(product.port);
  const taken: number[] = [];
  // The first of each organization measures the compiler and the cache.
  for (let n = -among.length; n < times; n += 1) {
    const tenant = among[(n + among.length) % among.length] ?? '';
    const began = performance.now();
    await connection.send(requestText({ path, token: tokens.of(tenant) }));
    if (n >= 0) taken.push(performance.now() - began);
  }
  connection.close();
  return taken.toSorted((a, b) => a - b);
}

async function sizes(owner: pg.Client): Promise<{ sums: number; bytes: number }> {
  const { rows } = await owner.query<{ sums: number; bytes: number }>(
    `select (select count(*)::int from report_days) as sums,
       (pg_total_relation_size('report_days') + pg_total_relation_size('report_counted'))::float8 as bytes`,
  );
  return rows[0] ?? { sums: 0, bytes: 0 };
}

interface Measured {
  readonly past: number;
  readonly revised: number;
  readonly opened: readonly number[];
  readonly sums: number;
  readonly bytes: number;
}

function figuresOf({ calls }: Plan, { past, revised, opened, sums, bytes }: Measured): Figure[] {
  const part = 'reports';
  const p95 = opened[Math.ceil(opened.length * 0.95) - 1] ?? 0;
  return [
    {
      ...{ part, what: 'a report of 400 days: p95', unit: 'ms', value: p95, limit: mostMs },
      ...{ ratio: p95 / mostMs, reach: { at: 'most', ratio: 1 } },
      note: `${calls} calls of ${among.length} organizations, ${sums} sums; median ${median([...opened]).toFixed(1)} ms`,
    },
    { ...{ part, what: 'counting a call of the past, pauses included', unit: 'ms', value: past } },
    { ...{ part, what: 'counting a call that has changed', unit: 'ms', value: revised } },
    { ...{ part, what: 'sums and what was counted, for each call', unit: 'bytes', value: bytes / calls } },
  ];
}

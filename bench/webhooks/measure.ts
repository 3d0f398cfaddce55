import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { tenants } from '../history/generate.ts';
import { deskRequests } from '../knowledge/try-agent.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { type Arrival, Receiver } from './receiver.ts';

const part = 'webhooks';
/** Events a second, of twenty organizations with an endpoint each. */
const eventsPerSecond = 300;
/** Of the events that happen in a second, those that arrive in it. */
const leastShare = 0.97;
/** The delay of the other nineteen with a slow endpoint, to that without. */
const mostRatio = 1.2;
/** As slow as an endpoint can be without failing would take too long; five seconds hold all of its places too. */
const slow = { endpoint: 0, ms: 5_000 };
const everyMs = 100;

interface Plan {
  readonly pairs: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly slowMs: number;
}

const fullPlan: Plan = { pairs: 12, seconds: 10, perSecond: eventsPerSecond, slowMs: slow.ms };
const smokePlan: Plan = { pairs: 1, seconds: 0.4, perSecond: 50, slowMs: 50 };

/** What came of some seconds of events, at the endpoints that answer at once. */
interface Half {
  readonly delays: readonly number[];
  /** Arrived a second, from the first event to the last arrival. */
  readonly rate: number;
}

interface Pair {
  readonly alone: Half;
  readonly besideSlow: Half;
}

/**
 * Events happen at a steady pace and are sent to twenty endpoints, all of them quick or one of them slow, in turn and each
 * first in every other pair. Server, database and receiver share the processor.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const receiver = await Receiver.start();
  const settings = { ...tokens.settings, DRAIN_SECONDS: '0', TOOL_HOSTS: '127.0.0.1' };
  const product = await startProduct(dataDir, settings);
  try {
    for (const [n, tenant] of tenants.entries())
      await deskRequests(product.url, tokens.of(tenant)).request('POST', '/api/webhooks', {
        ...{ name: 'Bench', address: `${receiver.url}/${n}`, events: ['agent.published'] },
      });
    const owner = await connectOwner(dataDir);
    log(`webhooks: ${plan.pairs} pairs of ${plan.seconds} s with ${plan.perSecond} events a second`);
    const pairs: Slice<Pair>[] = [];
    // The first pair measures the compiler.
    for (let round = -1; round < plan.pairs; round += 1) {
      const isFirst = round % 2 === 0;
      const half = (isSlow: boolean) => takeHalf(owner, receiver, plan, isSlow);
      const pair = await slice(async () => {
        const [first, second] = [await half(isFirst), await half(!isFirst)];
        return isFirst ? { besideSlow: first, alone: second } : { besideSlow: second, alone: first };
      });
      if (round >= 0) pairs.push(pair);
    }
    await owner.end();
    return figuresOf(counted(pairs), plan);
  } finally {
    await product.stop();
    await receiver.stop();
    removeDataDir(dataDir);
  }
}

async function takeHalf(owner: pg.Client, receiver: Receiver, plan: Plan, isSlow: boolean): Promise<Half> {
  receiver.slow = isSlow ? { ...slow, ms: plan.slowMs } : null;
  receiver.take();
  const ticks = Math.max(1, Math.round((plan.seconds * 1_000) / everyMs));
  const perTick = Math.max(1, Math.round((plan.perSecond * everyMs) / 1_000));
  const began = Date.now();
  for (let tick = 0; tick < ticks; tick += 1) {
    await addEvents(owner, perTick);
    await delay(Math.max(0, began + (tick + 1) * everyMs - Date.now()));
  }
  // What waits for the slow endpoint is sent before the next half begins.
  receiver.slow = null;
  await untilDelivered(owner);
  const arrivals = receiver.take();
  if (arrivals.length < ticks * perTick)
    throw new Error(`${ticks * perTick} events happened, and ${arrivals.length} have arrived.`);
  return halfOf(arrivals, began);
}

/** In every half those of the same endpoints, so that both are compared alike. */
function halfOf(arrivals: readonly Arrival[], began: number): Half {
  const quick = arrivals.filter(({ endpoint }) => endpoint !== slow.endpoint);
  const lastMs = Math.max(...quick.map(({ at }) => at)) - began;
  return {
    delays: quick.map(({ delayMs }) => delayMs),
    rate: (quick.length / lastMs) * 1_000 * (tenants.length / (tenants.length - 1)),
  };
}

let events = 0;
/** As publishing an agent does, in turn in each organization. */
async function addEvents(owner: pg.Client, count: number): Promise<void> {
  const first = events;
  events += count;
  await owner.query(
    `with added as (
       insert into outbox (tenant_id, subject, type, data)
       select ($1::text[])[1 + n % $2::int], 'agent/bench-' || n, 'agent.published',
         jsonb_build_object('version', 1, 'agentId', 'bench', 'agentVersion', n)
       from generate_series($3::int, $4::int) n
     ) select pg_notify('parley_outbox', 'agent.published')`,
    [tenants, tenants.length, first, first + count - 1],
  );
}

async function untilDelivered(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ left: number }>(
      `select (select count(*)::int from outbox where not assigned)
         + (select count(*)::int from outbox_positions where consumer = 'webhooks' and last_event > done_event)
         + (select count(*)::int from webhook_deliveries where state = 'waiting') as left`,
    );
    if (rows[0]?.left === 0) return;
    await delay(50);
  }
}

function figuresOf({ values, quiet, remark }: Counted<Pair>, { perSecond }: Plan): Figure[] {
  // Of all pairs together: in one of them it is the delay of a single tick, which one pause of the machine decides.
  const p99 = (name: keyof Pair) =>
    percentile(
      values.flatMap((pair) => pair[name].delays),
      0.99,
    );
  const of = (figure: (half: Half) => number, name: keyof Pair) =>
    median(values.map((pair) => figure(pair[name])));
  const note = remark || `${Math.round(quiet * 100)} % quiet`;
  const rate = of((half) => half.rate, 'alone');
  return [
    {
      ...{ part, what: 'events to twenty endpoints: arrived', value: rate, unit: '/s', limit: perSecond },
      ...{ ratio: rate / perSecond, reach: { at: 'least', ratio: leastShare }, note },
    },
    {
      ...{ part, what: 'events to twenty endpoints: delay p50', unit: 'ms' },
      value: of(({ delays }) => median(delays), 'alone'),
    },
    {
      ...{ part, what: 'delay of the other nineteen with a slow endpoint: p99', unit: 'ms' },
      ...{ value: p99('besideSlow'), limit: p99('alone'), ratio: p99('besideSlow') / p99('alone') },
      ...{ reach: { at: 'most', ratio: mostRatio }, note },
    },
  ];
}

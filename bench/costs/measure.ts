import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { drive } from '../history/drive.ts';
import { tenants } from '../history/generate.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median } from '../statistics.ts';

/** Placing a call with a spending limit, to the same without. */
const mostRatio = 1.05;

interface Plan {
  readonly pairs: number;
  readonly calls: number;
}

const fullPlan: Plan = { pairs: 20, calls: 60 };
const smokePlan: Plan = { pairs: 2, calls: 4 };

/** A number that is busy: the shortest call possible, with all its callbacks. */
const busyNumber = '+15005550101';

/**
 * A model that is never asked: nobody answers. Its calls can cost something, so that limits count for them, which they do not
 * for the scripted agent in the sandbox.
 */
const model = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'none', OPENAI_API_KEY: 'none' };

interface Pair {
  readonly limited: readonly number[];
  readonly unlimited: readonly number[];
}

/** Calls of one organization, one after the other, with a limit and without in turn, each first in every other pair. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const limits = { CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '10000000' };
  const product = await startProduct(dataDir, { ...tokens.settings, ...limits, ...model });
  try {
    const owner = await connectOwner(dataDir);
    const [tenant = ''] = tenants;
    const token = tokens.of(tenant);
    const connection = await HttpConnection.open(product.port);
    await connection.send(requestText({ path: '/api/agents', token }));
    const place = requestText({
      ...{ method: 'POST', path: '/api/twilio/kuzco/call', token },
      body: { phoneNumber: busyNumber, message: 'Confirm the appointment on Tuesday at half past nine.' },
    });
    log(`costs: ${plan.pairs} pairs of ${plan.calls} calls with and without a spending limit`);
    const half = async (limited: boolean) => {
      await setLimit(owner, limited);
      let left = plan.calls;
      const next = () => (left-- > 0 ? place : null);
      return (await drive({ connections: [connection], pid: product.pid, ms: 60_000, next })).latencies;
    };
    const pairs: Slice<Pair>[] = [];
    // The first pair measures the compiler.
    for (let round = -1; round < plan.pairs; round += 1) {
      const isFirst = round % 2 === 0;
      const pair = await slice(async () => {
        const [first, second] = [await half(isFirst), await half(!isFirst)];
        return isFirst ? { limited: first, unlimited: second } : { limited: second, unlimited: first };
      });
      if (round >= 0) pairs.push(pair);
    }
    const figures = figuresOf(counted(pairs));
    connection.close();
    await owner.end();
    return figures;
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

/** Far more than is spent. */
async function setLimit(owner: pg.Client, limited: boolean): Promise<void> {
  await owner.query('delete from spending_limits');
  if (limited)
    await owner.query(
      'insert into spending_limits (tenant_id, day_micros, month_micros) select id, 1e15, 1e15 from tenants',
    );
}

function figuresOf({ values, quiet, remark }: Counted<Pair>): Figure[] {
  const of = (name: keyof Pair) => median(values.map((pair) => median(pair[name])));
  return [
    {
      ...{ part: 'costs', what: 'place a call with a spending limit to without: p50', unit: 'ms' },
      ...{ value: of('limited'), limit: of('unlimited') },
      ratio: median(values.map(({ limited, unlimited }) => median(limited) / median(unlimited))),
      reach: { at: 'most', ratio: mostRatio },
      note: remark || `${Math.round(quiet * 100)} % quiet`,
    },
  ];
}

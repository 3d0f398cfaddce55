import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { freePort } from '../free-port.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median } from '../statistics.ts';
import { CampaignBench, makePeopleBusy } from './desk.ts';
import { measureOpenPage } from './open-page.ts';
import { measureImport, measurePages } from './pages.ts';
import { fullPlan, type Plan, smokePlan } from './plan.ts';

/** One call with each look at the campaign. */
const tickPace = 240;
/** Twenty calls a second, as fast as a policy can be. */
const fullPace = 1_200;
const mostTick = 1.2;
const mostPlacing = 1.3;
/** Of twenty calls a second. */
const leastDials = 0.95;
/** Between two calls by hand, on average. */
const pauseMs = 300;
const part = 'campaigns';
/** Calls by hand are to this number, which is busy too. */
const busyNumber = '+15005550101';

/** A list of 50,000: how long it takes to send it and to look at it, and what calling its people costs. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const labPort = await freePort();
  const product = await startProduct(
    dataDir,
    {
      ...{ ...tokens.settings, CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '10000000', DRAIN_SECONDS: '0' },
      ...{ PHONE_LAB_PORT: String(labPort), PHONE_LAB_CPS: '1000' },
    },
    'campaign-ticks-server.js',
  );
  try {
    await makePeopleBusy(labPort);
    const owner = await connectOwner(dataDir);
    const token = tokens.of('practice');
    const desk = await CampaignBench.open(product, token);
    log(`campaigns: a list of ${plan.people} people`);
    const { many, figures } = await measureImport(desk, owner, plan);
    const few = await desk.make(plan.few);
    for (const { id } of [many, few]) {
      await desk.setPace(id, tickPace);
      await desk.start(id);
      await desk.pause(id);
    }
    log('campaigns: how long a look at it takes');
    figures.push(await measureTicks(product, desk, { many: many.id, few: few.id }, plan));
    await desk.setPace(many.id, fullPace);
    log('campaigns: how many calls a second, and calls by hand meanwhile');
    figures.push(...(await measureDials(product, desk, owner, many.id, plan)));
    log('campaigns: its page');
    figures.push(...(await measurePages(desk, many.id, plan)));
    figures.push(...(await measureOpenPage(product, desk, many.id, plan)));
    desk.connection.close();
    await owner.end();
    return figures;
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

interface Ticks {
  readonly many: number;
  readonly few: number;
}

/** Both in turn, each first in every other pair; the other one is paused. */
async function measureTicks(
  product: Product,
  desk: CampaignBench,
  campaigns: { readonly many: string; readonly few: string },
  { pairs, ticks: wanted }: Plan,
): Promise<Figure> {
  const half = async (which: keyof Ticks) => {
    await desk.resume(campaigns[which]);
    await product.tell({});
    const ticks: number[] = [];
    while (ticks.length < wanted) {
      await delay(200);
      ticks.push(...((await product.tell({})) as { ticks: number[] }).ticks);
    }
    await desk.pause(campaigns[which]);
    return median(ticks);
  };
  const slices: Slice<Ticks>[] = [];
  // The first pair measures the compiler.
  for (let round = -1; round < pairs; round += 1) {
    const pair = await slice(async () => {
      const first = round % 2 === 0 ? 'many' : 'few';
      const [one, other] = [await half(first), await half(first === 'many' ? 'few' : 'many')];
      return first === 'many' ? { many: one, few: other } : { many: other, few: one };
    });
    if (round >= 0) slices.push(pair);
  }
  const { values, ...found } = counted(slices);
  return {
    ...{ part, what: 'a look at a campaign with a call, 50,000 people to 500: p50', unit: 'ms' },
    ...{ value: median(values.map(({ many }) => many)), limit: median(values.map(({ few }) => few)) },
    ratio: median(values.map(({ many, few }) => many / few)),
    ...{ reach: { at: 'most', ratio: mostTick }, note: remarkOf(found) },
  };
}

interface Placing {
  readonly meanwhile: readonly number[];
  readonly alone: readonly number[];
  readonly dialsPerSecond: number;
}

async function measureDials(
  product: Product,
  desk: CampaignBench,
  owner: pg.Client,
  id: string,
  { pairs, sliceMs }: Plan,
): Promise<Figure[]> {
  const connection = await HttpConnection.open(product.port);
  const place = requestText({
    ...{ method: 'POST', path: '/api/twilio/kuzco/call', token: desk.token },
    body: { phoneNumber: busyNumber, message: 'Confirm the appointment on Tuesday at half past nine.' },
  });
  const placed = () => placeByHand(connection, place, sliceMs);
  const dialled = async () => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int as count from recipient_attempts where campaign_id = $1',
      [id],
    );
    return { count: rows[0]?.count ?? 0, at: performance.now() };
  };
  const running = async () => {
    await desk.resume(id);
    // Not measured: until it calls as fast as it may.
    await delay(Math.min(sliceMs, 1_000));
    const before = await dialled();
    const meanwhile = await placed();
    const after = await dialled();
    await desk.pause(id);
    // Until the calls that are up are over.
    await delay(Math.min(sliceMs, 1_000));
    const perSecond = ((after.count - before.count) * 1_000) / (after.at - before.at);
    return { meanwhile, dialsPerSecond: perSecond };
  };
  const slices: Slice<Placing>[] = [];
  for (let round = -1; round < pairs; round += 1) {
    const pair = await slice(async () => {
      if (round % 2 === 0) return { ...(await running()), alone: await placed() };
      const alone = await placed();
      return { ...(await running()), alone };
    });
    if (round >= 0) slices.push(pair);
  }
  connection.close();
  return placingFigures(counted(slices));
}

/**
 * As people do: a call, then nothing for a while, which differs so that they do not keep step with the campaign. One right
 * after the other, most of what is measured would be the ends of the calls before.
 */
async function placeByHand(connection: HttpConnection, request: string, ms: number): Promise<number[]> {
  const latencies: number[] = [];
  const until = performance.now() + ms;
  for (let at = performance.now(); at < until; at = performance.now()) {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`Answered ${status}: ${body.toString('utf8', 0, 300)}`);
    latencies.push(performance.now() - at);
    await delay(pauseMs * (0.5 + Math.random()));
  }
  return latencies;
}

function placingFigures({ values, ...found }: Counted<Placing>): Figure[] {
  const perSecond = median(values.map(({ dialsPerSecond }) => dialsPerSecond));
  const of = (name: 'meanwhile' | 'alone') => median(values.map((pair) => median(pair[name])));
  return [
    {
      ...{ part, what: 'calls of a campaign of 50,000', value: perSecond, unit: '/s', limit: 20 },
      ...{ ratio: perSecond / 20, reach: { at: 'least', ratio: leastDials }, note: remarkOf(found) },
    },
    {
      ...{ part, what: 'place a call by hand while it calls to alone: p50', unit: 'ms' },
      ...{ value: of('meanwhile'), limit: of('alone') },
      ratio: median(values.map(({ meanwhile, alone }) => median(meanwhile) / median(alone))),
      ...{ reach: { at: 'most', ratio: mostPlacing }, note: remarkOf(found) },
    },
  ];
}

const remarkOf = ({ quiet, remark }: Pick<Counted<unknown>, 'quiet' | 'remark'>) =>
  remark || `${Math.round(quiet * 100)} % quiet`;

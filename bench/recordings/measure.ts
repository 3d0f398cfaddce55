import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from '../desk/process-figures.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median } from '../statistics.ts';
import { runLoad } from '../voice/load-process.ts';
import { type Desk, deskOf, fillDesk, tenant } from './desk.ts';
import { startListeners } from './listeners.ts';

/** A recording of two hours to one of twenty seconds. */
const mostRatio = 1.2;
/** What 50 listeners may take of a processor, without any calls. */
const mostOfProcessor = 0.05;

interface Plan {
  readonly longSeconds: number;
  readonly pairs: number;
  readonly listeners: number;
  readonly listenMs: number;
}
const fullPlan: Plan = { longSeconds: 7_200, pairs: 60, listeners: 50, listenMs: 20_000 };
const smokePlan: Plan = { longSeconds: 600, pairs: 2, listeners: 2, listenMs: 200 };

interface Pair {
  readonly longMs: number;
  readonly shortMs: number;
}

/**
 * How long it takes until a recording can be played, of two hours and of twenty seconds, in turn and each first in every other
 * pair: its peaks, an address, the first part of the sound. And what listeners take of the processor, who fetch the sound as fast
 * as it is heard: alone, and beside live calls.
 */
export async function measure(options: MeasureOptions): Promise<Figure[]> {
  const alone = await measureAlone(options);
  return [...alone, ...(await runLoad('../recordings/calls-load.ts', options))];
}

async function measureAlone({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    const desk = deskOf(product.url, tokens.of(tenant));
    const [long = '', short = ''] = await fillDesk(desk, dataDir, [plan.longSeconds, 20]);
    log(`recordings: ${plan.pairs} pairs of openings, then ${plan.listeners} listeners`);
    const pairs: Slice<Pair>[] = [];
    // The first pairs measure the compiler.
    for (let round = -2; round < plan.pairs; round += 1) {
      const isFirst = round % 2 === 0;
      const pair = await slice(async () => {
        const first = await desk.open(isFirst ? long : short);
        const second = await desk.open(isFirst ? short : long);
        return isFirst ? { longMs: first, shortMs: second } : { longMs: second, shortMs: first };
      });
      if (round >= 0) pairs.push(pair);
    }
    const ofProcessor = await listen(product, desk, long, plan);
    return figuresOf(counted(pairs), ofProcessor, plan);
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

/** The share of a processor that listeners take. */
async function listen({ pid }: Product, desk: Desk, callId: string, plan: Plan): Promise<number> {
  const address = await desk.addressOf(callId);
  const began = performance.now();
  const before = cpuSeconds(pid);
  const listeners = startListeners(desk, address, plan.listeners);
  await delay(plan.listenMs);
  await listeners.stop();
  const seconds = (performance.now() - began) / 1_000;
  return (cpuSeconds(pid) - before) / seconds;
}

function figuresOf({ values, remark }: Counted<Pair>, ofProcessor: number, plan: Plan): Figure[] {
  const long = median(values.map(({ longMs }) => longMs));
  const short = median(values.map(({ shortMs }) => shortMs));
  return [
    {
      ...{ part: 'recordings', what: 'open a recording of 2 h to one of 20 s: p50', value: long, unit: 'ms' },
      ...{ limit: short, ratio: long / short, reach: { at: 'most', ratio: mostRatio } },
      ...(remark !== '' && { note: remark }),
    },
    {
      ...{
        part: 'recordings',
        what: `${plan.listeners} listeners`,
        value: ofProcessor * 100,
        unit: '% of a processor',
      },
      ...{ ratio: ofProcessor, reach: { at: 'most', ratio: mostOfProcessor } },
    },
  ];
}

import { makeTokens } from '../desk/tokens.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { measureAgents } from './agents.ts';
import { type DeskAtSize, openDesk } from './desk-at-size.ts';
import { measureLive } from './live.ts';
import { measureMetrics } from './metrics.ts';
import { measureReading } from './reading.ts';
import { measureRetention } from './retention.ts';
import { fullPlan, sizeName, smokePlan } from './sizes.ts';
import { measureWriting } from './writing.ts';

/** The desk with a short and a long history, compared with a server that only runs the same queries. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const desks: DeskAtSize[] = [];
  try {
    log(`history: filling databases with ${plan.sizes.map(sizeName).join(', ')} calls`);
    desks.push(...(await Promise.all(plan.sizes.map((size) => openDesk(size, tokens)))));
    const figures = await measureReading(desks, plan, log);
    for (const desk of desks) {
      log(`history: live events, deleting and placing at ${sizeName(desk.size)} calls`);
      const isLargest = desk === desks.at(-1);
      figures.push(
        ...(await measureLive(desk, plan, isLargest ? plan.listeners : plan.listeners.slice(0, 1))),
      );
      // Before the writing: what follows from so many calls takes the server some seconds more.
      figures.push(...(await measureMetrics(desk, plan)));
      if (isLargest) figures.push(...(await measureAgents(desk, plan)));
      figures.push(...(await measureWriting(desk, plan)));
    }
    // Last, because it leaves little of the history.
    for (const desk of desks.slice(1 - plan.sizes.length)) {
      log(`history: the list while old calls are deleted at ${sizeName(desk.size)} calls`);
      figures.push(...(await measureRetention(desk, plan)));
    }
    return figures;
  } finally {
    await Promise.all(desks.map((desk) => desk.close()));
  }
}

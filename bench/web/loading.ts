import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import { callList, freshContext, press, row, transcriptEntry, type Visitor, watchPage } from './browsing.ts';

interface Times {
  readonly list: number;
  readonly firstCall: number;
  readonly secondCall: number;
}

/** Cold loads of the list in fresh browsers, then a click on a call, back, and on another. */
export async function measureLoading(visitor: Visitor, loads: number): Promise<Figure[]> {
  const slices = [];
  for (let load = 0; load < loads; load += 1) slices.push(await slice(() => visit(visitor)));
  const { values, quiet } = counted(slices);
  const note = `${loads} cold loads, ${Math.round(quiet * 100)} % quiet`;
  const figure = (what: string, of: (times: Times) => number): Figure[] => [
    { part: 'web', what: `${what}: median`, value: percentile(values.map(of), 0.5), unit: 'ms', note },
    { part: 'web', what: `${what}: worst`, value: percentile(values.map(of), 0.99), unit: 'ms' },
  ];
  return [
    ...figure('cold load to the first row', ({ list }) => list),
    ...figure('click to the open call, the first', ({ firstCall }) => firstCall),
    ...figure('click to the open call, the next', ({ secondCall }) => secondCall),
  ];
}

async function visit(visitor: Visitor): Promise<Times> {
  const context = await freshContext(visitor);
  const page = await context.newPage();
  await watchPage(page);
  await page.goto(callList, { waitUntil: 'commit' });
  const list = await page.evaluate((selector) => window.firstSeen(selector), row);
  const open = (nth: number) => press(page, page.locator(row).nth(nth), transcriptEntry);
  const firstCall = await open(1);
  await page.goBack();
  await page.locator(row).first().waitFor();
  const secondCall = await open(3);
  await context.close();
  return { list, firstCall, secondCall };
}

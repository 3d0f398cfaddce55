import type { Page } from '@playwright/test';
import type { Figure } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { callList, freshContext, row, type Visitor, watchPage } from './browsing.ts';

interface LongList {
  /** As the figures name it, before the number of rows. */
  readonly name: string;
  readonly path: string;
  readonly row: string;
}

export const longCallList: LongList = { name: 'list', path: callList, row };
export const longContacts: LongList = {
  name: 'contacts',
  path: '/app/contacts',
  row: '[aria-label="Contacts"] [role="listitem"]',
};
export const longInbox: LongList = { name: 'inbox', path: '/app/follow-ups', row: '[data-follow-up]' };

/** Loads the list page by page until it holds so many rows, then scrolls through all of it. */
export async function measureLongList(visitor: Visitor, list: LongList, rows: number): Promise<Figure[]> {
  const context = await freshContext(visitor);
  const page = await context.newPage();
  await watchPage(page);
  await page.goto(list.path);
  await page.locator(list.row).first().waitFor();
  const times = await loadMore(page, rows);
  const onPage = await page.locator(list.row).count();
  const frames = await scrollThrough(page);
  await context.close();
  const figure = (what: string, value: number, unit: string, note?: string): Figure => ({
    part: 'web',
    what,
    value,
    unit,
    ...(note !== undefined && { note }),
  });
  const few = Math.max(1, Math.min(10, Math.floor(times.length / 2)));
  const [first, last] = [median(times.slice(0, few)), median(times.slice(-few))];
  const name = `${list.name} of ${rows.toLocaleString('en-US')} rows`;
  return [
    {
      ...figure(`${name}: Load More, the last pages`, last, 'ms', 'limit: the first pages'),
      limit: first,
      ratio: last / first,
    },
    figure(`${name}: frame while scrolling, p50`, percentile(frames, 0.5), 'ms', `${frames.length} frames`),
    figure(`${name}: frame while scrolling, p99`, percentile(frames, 0.99), 'ms'),
    figure(`${name}: frames longer than 50 ms`, frames.filter((ms) => ms > 50).length, ''),
    figure(`${name}: rows on the page at the top`, onPage, ''),
  ];
}

/** Milliseconds from each press of the button until the list is longer. */
function loadMore(page: Page, rows: number): Promise<number[]> {
  return page.evaluate(async (wanted) => {
    const total = () => Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize'));
    const button = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Load More');
    const times: number[] = [];
    while (total() < wanted) {
      const before = total();
      const started = performance.now();
      button()?.click();
      await new Promise<void>((resolve) => {
        const look = () => {
          if (total() <= before || button() === undefined) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
      times.push(performance.now() - started);
    }
    return times;
  }, rows);
}

/** The time of each frame while scrolling down fast. */
function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const pixelsPerFrame = 300;
    const frames: number[] = [];
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let last = await frame();
    while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 2) {
      window.scrollBy(0, pixelsPerFrame);
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  });
}

import type { Page } from '@playwright/test';
import { callOf, listed } from './fake-server/data.ts';
import { rows, settled } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const count = 2_000;
const frames = 250;

/** Notes what happens to the rows from now on, each by its place in the list. */
async function watchRows(page: Page): Promise<() => Promise<{ mounted: string[]; changed: string[] }>> {
  const watched = await page.evaluateHandle(() => {
    const mounted: string[] = [];
    const changed: string[] = [];
    const placeOf = (row: Element) => row.getAttribute('aria-posinset') ?? '';
    const note = (records: MutationRecord[]) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const row = element?.closest('[aria-posinset]');
        if (row) changed.push(placeOf(row));
        else for (const node of addedNodes) if (node instanceof Element) mounted.push(placeOf(node));
      }
    };
    const observer = new MutationObserver(note);
    const list = document.querySelector('[aria-label=Calls]') as Element;
    observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
    return {
      read() {
        note(observer.takeRecords());
        return { mounted: mounted.splice(0), changed: changed.splice(0) };
      },
    };
  });
  return () => watched.evaluate((it) => it.read());
}

/** How often the page was laid out so far. */
async function layoutMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.POSITIVE_INFINITY;
  };
}

test('of 2,000 loaded rows those near the window are on the page, and none changes for another', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = Array.from({ length: count }, (_, index) => callOf(count - index));
  fakeServer.respondWith('GET /api/calls', {
    body: { calls: fakeServer.calls.map(listed), hasMore: false, nextCursor: null },
  });
  await page.goto('/app/voice-agents');
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(count));
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await expect(page.getByRole('button', { name: 'Views' })).toBeEnabled();
  await settled(page, fakeServer);

  const seen = await watchRows(page);
  const layouts = await layoutMeter(page);
  const before = await layouts();
  const most = await page.evaluate(async (steps) => {
    let mostRows = 0;
    for (let step = 1; step <= steps; step += 1) {
      window.scrollTo(0, step * 120);
      await new Promise(requestAnimationFrame);
      mostRows = Math.max(mostRows, document.querySelectorAll('[aria-posinset]').length);
    }
    return mostRows;
  }, frames);
  expect(most).toBeLessThan(400);
  expect((await layouts()) - before, 'layouts, of which a frame needs one or two').toBeLessThan(3 * frames);
  const { mounted, changed } = await seen();
  expect(mounted.length).toBeGreaterThan(0);
  expect(new Set(mounted).size).toBe(mounted.length);
  expect(changed).toEqual([]);

  const last = page.locator(`[aria-posinset="${count}"]`);
  // The page grows when rows turn out to be higher than was estimated.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await seen();
  fakeServer.updateCall(callOf(1, { summary: 'It is settled.' }));
  await expect(last).toContainText('It is settled.');
  expect(new Set((await seen()).changed)).toEqual(new Set([String(count)]));
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(1);

  await last.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: '+15005551001' }).waitFor();
  await page.goBack();
  await expect(last).toBeInViewport();
});

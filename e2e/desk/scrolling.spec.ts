import type { Page } from '@playwright/test';
import { callOf, listed } from './fake-server/data.ts';
import { expectWithinASecond, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const count = 2_000;
const frames = 250;

/** What the page's own thread has worked so far, in milliseconds: a busy machine makes it wait, not work more. */
async function workMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}

test('2,000 loaded rows scroll without stutter, and one of them changes at once', async ({
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

  const work = await workMeter(page);
  const before = await work();
  await page.evaluate(async (steps) => {
    for (let step = 1; step <= steps; step += 1) {
      window.scrollTo(0, step * 120);
      await new Promise(requestAnimationFrame);
    }
  }, frames);
  expect(((await work()) - before) / frames, 'work for one frame, in ms').toBeLessThan(16);
  expect(await rows(page).count()).toBeLessThan(400);

  const last = page.locator(`[aria-posinset="${count}"]`);
  // The page grows when rows turn out to be higher than was estimated.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expectWithinASecond((n) => {
    fakeServer.updateCall(callOf(1, { summary: `It is settled ${n}.` }));
    return expect(last).toContainText(`It is settled ${n}.`);
  });

  await last.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: '+15005551001' }).waitFor();
  await page.goBack();
  await expect(last).toBeInViewport();
});

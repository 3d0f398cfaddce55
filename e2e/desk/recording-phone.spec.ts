import { devices } from '@playwright/test';
import { expect, test } from './fake-server/test.ts';
import { entries, nextJump, path, playerOf, recorded, sound } from './recorded-page.ts';

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch });

test.beforeEach(({ fakeServer }) => {
  fakeServer.calls = [recorded];
});

test('P396: on a phone a recording is played in parts, by taps on buttons, entries and the wave', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  const player = playerOf(page);
  await expect(player).toBeVisible();
  expect(
    await page.evaluate(() => [navigator.maxTouchPoints > 0, matchMedia('(hover: none)').matches]),
  ).toEqual([true, true]);
  await player.getByRole('button', { name: 'Play' }).tap();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0.2);
  const ranges = fakeServer.requestsTo(sound).map(({ headers }) => headers.range);
  expect(ranges[0]).toBe('bytes=0-');
  expect(ranges.filter((range) => !/^bytes=\d+-\d*$/.test(String(range)))).toEqual([]);

  const entry = await nextJump(page);
  await entries(page).nth(3).getByText('user', { exact: true }).tap();
  expect(await entry.evaluate(({ seen }) => seen)).toBeCloseTo(12, 1);
  const region = await nextJump(page);
  await player.locator('[data-region="8"]').tap();
  expect(await region.evaluate(({ seen }) => seen)).toBeCloseTo(32, 1);
  await expect(entries(page).nth(8)).toHaveAttribute('aria-current', 'time');
  await expect(entries(page).nth(8)).toBeInViewport();
  // In the middle of the wave, which is two minutes long.
  const wave = await player.getByLabel('Place in the recording').boundingBox();
  if (wave === null) throw new Error('There is no wave.');
  const middle = await nextJump(page);
  await page.touchscreen.tap(wave.x + wave.width / 2, wave.y + wave.height / 2);
  expect(Math.abs((await middle.evaluate(({ seen }) => seen)) - 60)).toBeLessThan(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await player.getByRole('button', { name: 'Pause' }).tap();
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
});

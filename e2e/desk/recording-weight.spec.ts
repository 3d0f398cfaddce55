import { expect, test } from './fake-server/test.ts';
import { entries, opened, path, playerOf, recorded, sound } from './recorded-page.ts';

const peaks = 'GET /api/calls/:id/recording';

test('P395: a call with a recording shows its transcript without the player, whose code and peaks come later', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [recorded];
  const release = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(/recording-panel/, async (route) => {
    asked.push(route.request().url());
    await release.promise;
    await route.continue();
  });
  await page.goto(path);
  await expect(entries(page)).toHaveCount(12);
  await expect.poll(() => asked).toHaveLength(1);
  const drawn = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  expect(drawn).toBe(1);
  expect(fakeServer.requestsTo(peaks)).toEqual([]);
  await expect(playerOf(page)).toHaveCount(0);
  release.resolve();
  await expect(playerOf(page)).toBeVisible();
  // Once, and nothing of the sound before somebody presses Play.
  expect(fakeServer.requestsTo(peaks)).toHaveLength(1);
  expect([...fakeServer.requestsTo(opened), ...fakeServer.requestsTo(sound)]).toEqual([]);
  const media = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /api.recordings|\.wav/.test(name)),
  );
  expect(media).toEqual([]);
  expect(await page.evaluate(() => document.querySelector('audio')?.getAttribute('src') ?? null)).toBeNull();
});

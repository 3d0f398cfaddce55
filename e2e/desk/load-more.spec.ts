import { callIdOf, callOf } from './fake-server/data.ts';
import { rows, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => callOf(count - index));

test('pages of 40 are appended, the first requested without a query', async ({ page, fakeServer }) => {
  fakeServer.calls = many(100);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(40);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows(page)).toHaveCount(80);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows(page)).toHaveCount(100);
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  const urls = fakeServer.requestsTo('GET /api/calls').map(({ url }) => url);
  expect(urls[0]).toBe('/api/calls');
  expect([...new Set(urls)]).toEqual([
    '/api/calls',
    `/api/calls?limit=40&afterId=${callIdOf(61)}`,
    `/api/calls?limit=40&afterId=${callIdOf(21)}`,
  ]);
});

test("while a page is loading the button says 'Loading...'", async ({ page, fakeServer }) => {
  fakeServer.calls = many(41);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(40);
  const release = fakeServer.hold('GET /api/calls');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  release();
  await expect(rows(page)).toHaveCount(41);
});

test('without more pages there is no button', async ({ page, fakeServer }) => {
  fakeServer.calls = many(40);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(40);
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
});

test('a page that fails is only logged', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 500/, /Loading more calls failed: ApiError: The list is not available\./);
  fakeServer.calls = many(41);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(40);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.respondWith('GET /api/calls', {
    status: 500,
    body: { error: 'The list is not available.', code: 'internal' },
  });
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Loading more calls failed'),
  );
  await page.getByRole('button', { name: 'Load More' }).click();
  await logged;
  await expect(page.getByRole('button', { name: 'Load More' })).toBeEnabled();
  await expect(rows(page)).toHaveCount(40);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  fakeServer.resetResponse('GET /api/calls');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows(page)).toHaveCount(41);
});

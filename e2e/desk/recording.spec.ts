import { expectAccessible } from '../harness/axe.ts';
import { callOf } from './fake-server/data.ts';
import { recordingOf } from './fake-server/recording-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { entries, nextJump, opened, path, playerOf, recorded, sound, transcript } from './recorded-page.ts';

test.beforeEach(({ fakeServer }) => {
  fakeServer.calls = [recorded];
});

test('P352: both parties are drawn and named, and the sound is fetched in parts once somebody plays it', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  const player = playerOf(page);
  await expect(player.getByText('Agent', { exact: true })).toBeVisible();
  await expect(player.getByText('User', { exact: true })).toBeVisible();
  // Each twice: whole, and as far as it was played.
  await expect(player.locator('path[fill=currentColor]')).toHaveCount(4);
  await expect(player.getByText('0:00 / 2:00')).toBeVisible();
  expect(fakeServer.requestsTo(opened)).toEqual([]);
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(fakeServer.requestsTo(opened).map(({ body }) => body)).toEqual([{ purpose: 'play' }]);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0.2);
  expect(fakeServer.requestsTo(sound)[0]?.headers.range).toBe('bytes=0-');
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  const jump = await nextJump(page);
  const before = await page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await player.getByRole('button', { name: 'Forward 5 seconds' }).click();
  expect(Math.abs((await jump.evaluate(({ seen }) => seen)) - before - 5)).toBeLessThan(0.3);
  await player.getByLabel('Speed').selectOption('1.5×');
  expect(
    await page.evaluate(() => {
      const { playbackRate, preservesPitch } = document.querySelector('audio') as HTMLAudioElement;
      return { playbackRate, preservesPitch };
    }),
  ).toEqual({ playbackRate: 1.5, preservesPitch: true });
});

test('P353: a press on an entry plays it, and the entry that is heard is marked and in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(path);
  await expect(playerOf(page)).toBeVisible();
  const last = entries(page).last();
  const jump = await nextJump(page);
  await last.getByText('user', { exact: true }).click();
  expect(await jump.evaluate(({ seen }) => seen)).toBeCloseTo(44, 1);
  await expect(last).toHaveAttribute('aria-current', 'time');
  await expect(entries(page).and(page.locator('[aria-current]'))).toHaveCount(1);
  await expect(playerOf(page)).toBeInViewport();
  await expect(last).toBeInViewport();
  await playerOf(page).getByRole('button', { name: 'Pause' }).click();
  await entries(page)
    .first()
    .getByRole('button', { name: /^Play from/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(entries(page).first()).toHaveAttribute('aria-current', 'time');
});

test('P354: a link leads to a moment, and the link of the current one can be copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${path}?t=83`);
  const player = playerOf(page);
  await expect(player.getByText('1:23 / 2:00')).toBeVisible();
  await player.getByRole('button', { name: 'Copy link to this moment' }).click();
  await expectToast(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${path}\\?t=83$`));
  const jump = await nextJump(page);
  await player.getByRole('button', { name: 'Play' }).click();
  expect(await jump.evaluate(({ seen }) => seen)).toBeCloseTo(83, 1);
});

test('P355: keys play, pause and move, but not in a field', async ({ page }) => {
  await page.goto(path);
  const player = playerOf(page);
  await expect(player).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(player.getByText('0:05 / 2:00')).toBeVisible();
  await page.keyboard.press('l');
  await expect(player.getByText('0:15 / 2:00')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowLeft');
  await expect(player.getByText('0:00 / 2:00')).toBeVisible();
  await player.getByLabel('Speed').focus();
  await page.keyboard.press('l');
  await player.getByLabel('Place in the recording').focus();
  await page.keyboard.press('ArrowRight');
  await expect(player.getByText('0:05 / 2:00')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Space');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('P356: media keys know what is played', async ({ page }) => {
  await page.goto(path);
  const shown = () =>
    page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]);
  await expect(playerOf(page)).toBeVisible();
  expect(await shown()).toEqual([undefined, 'none']);
  await playerOf(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(shown).toEqual(['+15005551009', 'playing']);
});

test('P357: a download has an address of its own', async ({ page, fakeServer }) => {
  await page.goto(path);
  const downloading = page.waitForEvent('download');
  await playerOf(page).getByRole('button', { name: 'Download recording' }).click();
  expect((await downloading).suggestedFilename()).toBe('recording.wav');
  expect(fakeServer.requestsTo(opened).map(({ body }) => body)).toEqual([{ purpose: 'download' }]);
});

test('P358: an address that has expired is renewed once, at the same place; then the player says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const expired = { status: 403, body: { error: 'No.', code: 'recording_address_invalid' } };
  fakeServer.respondWith(sound, expired, 1);
  await page.goto(`${path}?t=20`);
  const jump = await nextJump(page);
  await playerOf(page).getByRole('button', { name: 'Play' }).click();
  expect(await jump.evaluate(({ seen }) => seen)).toBeCloseTo(20, 1);
  expect(fakeServer.requestsTo(opened)).toHaveLength(2);
  await expect(playerOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();

  fakeServer.respondWith(sound, expired);
  await page.goto(`${path}?t=30`);
  await playerOf(page).getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('alert')).toContainText('The recording could not be played.');
  expect(fakeServer.requestsTo(opened)).toHaveLength(4);
  await expect(playerOf(page).getByRole('button', { name: 'Play' })).toBeVisible();
});

test('P359: a recording that arrives shows its player without a reload', async ({ page, fakeServer }) => {
  const fetching = recordingOf({ state: 'fetching', milliseconds: null, peaks: null });
  fakeServer.recordingDesk.recording = fetching;
  fakeServer.calls = [{ ...recorded, recording: 'fetching' }];
  await page.goto(path);
  await expect(page.getByText('The recording is being fetched from the carrier.')).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.recordingDesk.recording = recordingOf();
  fakeServer.calls = [recorded];
  fakeServer.emit({ type: 'recording.changed', callId: recorded._id });
  await expect(playerOf(page)).toBeVisible();
});

test('P360: what cannot be played says why, and can be asked for again', async ({ page, fakeServer }) => {
  // A stream that opens now would fetch it again.
  fakeServer.hold('GET /api/events');
  const sentence = 'What the carrier sent is not as long as it says.';
  const nothing = { milliseconds: null, peaks: null };
  fakeServer.recordingDesk.recording = recordingOf({
    ...{ state: 'failed', problem: 'wrong_length', sentence, canRetry: true, ...nothing },
  });
  await page.goto(path);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(entries(page)).toHaveCount(12);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The recording is being fetched from the carrier.')).toBeVisible();
  fakeServer.recordingDesk.recording = recordingOf({
    ...{ state: 'absent', problem: 'absent', sentence: 'The carrier has none.', canRetry: true, ...nothing },
  });
  await page.reload();
  await expect(page.getByText('The carrier has none.')).toBeVisible();
});

test('P361: a recording that is deleted while it is open says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  // A stream that opens later would fetch again what the other one has changed.
  fakeServer.hold('GET /api/events');
  await page.goto(path);
  await expect(playerOf(page)).toBeVisible();
  fakeServer.recordingDesk.recording = null;
  await playerOf(page).getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('The recording of this call was deleted.')).toBeVisible();
  await expect(entries(page)).toHaveCount(12);
});

test('P388: a call whose recording was deleted says when and why', async ({ page, fakeServer }) => {
  const at = '2026-10-01T08:00:00.000Z';
  fakeServer.calls = [
    callOf(9, { transcript, recording: null, recordingDeleted: { at, with: 'recordings' } }),
  ];
  await page.goto(path);
  await expect(page.getByText('The recording of this call was deleted on')).toContainText(
    'It was older than your organization keeps recordings.',
  );
  await expect(page.locator(`time[datetime="${at}"]`)).toBeVisible();
  await expect(entries(page)).toHaveCount(12);
  expect(fakeServer.requestsTo('GET /api/calls/:id/recording')).toEqual([]);
  await expectAccessible(page);
});

test('P362: whoever may not listen is told so, and nothing is asked for', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(path);
  await expect(page.getByText('Your role does not allow you to listen to it.')).toBeVisible();
  expect(fakeServer.requestsTo('GET /api/calls/:id/recording')).toEqual([]);
});

test('P363: a call without a recording loads nothing of the player', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9, { transcript, recording: null })];
  await page.goto(path);
  await expect(entries(page)).toHaveCount(12);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  expect(fakeServer.requestsTo('GET /api/calls/:id/recording')).toEqual([]);
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(scripts.filter((name) => name.includes('recording-panel'))).toEqual([]);
});

test('the player is accessible', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(`${path}?t=20`);
  await expect(playerOf(page)).toBeVisible();
  await expectAccessible(page);
});

test('P371: what a search has found is played from there', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents?q=number+11');
  await page.getByRole('link', { name: 'Play from here' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}\\?entry=11&mark=number&mark=11$`));
  await expect(playerOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(43.9);
  fakeServer.claims = { parley: 'viewer' };
  await page.goto('/app/voice-agents?q=number+11');
  await expect(page.locator('main mark').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play from here' })).toHaveCount(0);
});

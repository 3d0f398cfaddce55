import type { CallDetail, Recording } from '@parley/contract';
import type { StorageState } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, expectToast, rows } from './fake-server/screen.ts';

/** The real server. Its sandbox carrier runs at speed 1, so that sound and transcript have the same clock, and speaks. */
const test = base.extend<object, { server: RunningServer; adminState: StorageState }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '1', PHONE_LAB_VOICE: 'spoken' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('P372: a call is recorded, played, and heard from the entry that is pressed', async ({
  adminPage: page,
}) => {
  test.setTimeout(300_000);
  await page.goto('/app/settings/data');
  const settings = page.getByRole('region', { name: 'Recordings' });
  await settings.getByLabel('Record calls').click();
  await settings.getByLabel('GS Dental').check();
  await settings.getByRole('button', { name: 'Save Recordings' }).click();
  await expectToast(page, 'Recordings saved');

  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill('Remind Ann Lee of Tuesday at 10 and ask whether it suits.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await rows(page).first().getByRole('link').click();

  const transcript = page.getByRole('region', { name: 'Call Transcript' });
  const said = transcript.locator('[data-entry]').filter({ hasText: 'Agent' });
  await expect(said.first()).toContainText('This call is being recorded.', { timeout: 120_000 });
  await expect(said.nth(1)).toBeVisible({ timeout: 120_000 });
  await expect(transcript.getByText('It can be played when the call is over.')).toBeVisible();
  await page.getByRole('button', { name: 'End Call' }).click();
  // It appears by itself, once it is stored.
  const player = page.getByRole('group', { name: 'Recording' });
  await expect(player).toBeVisible({ timeout: 120_000 });

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answerOf = (path: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path);
  const call = answerOf(`/api/calls/${id}`);
  const recording = answerOf(`/api/calls/${id}/recording`);
  await page.reload();
  const { answeredAt, transcript: entries } = (await (await call).json()).call as CallDetail;
  const { offsetMs, milliseconds } = (await (await recording).json()).recording as Recording;
  await expect(player).toBeVisible();
  const pressed = said.nth(1);
  const ordinal = Number(await pressed.getAttribute('data-entry'));
  const spokenAt = Date.parse(entries.find((entry) => entry.ordinal === ordinal)?.timestamp ?? '');
  const expected = spokenAt - Date.parse(answeredAt ?? '') - (offsetMs ?? 0);
  expect(expected).toBeGreaterThan(0);
  expect(expected).toBeLessThan(milliseconds ?? 0);

  const jump = await page.evaluateHandle(() => {
    const audio = document.querySelector('audio') as HTMLAudioElement;
    const seen = new Promise<number>((resolve) => {
      audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
    });
    return { seen };
  });
  await pressed.getByRole('button', { name: /^Play from/ }).click();
  const seconds = await jump.evaluate(({ seen }) => seen);
  expect(Math.abs(seconds * 1000 - expected)).toBeLessThan(50);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0), { timeout: 30_000 })
    .toBeGreaterThan(seconds + 0.3);
});

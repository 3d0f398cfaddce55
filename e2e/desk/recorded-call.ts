import type { CallDetail, Recording, TranscriptEntry } from '@parley/contract';
import { expect, type Page } from '@playwright/test';
import type { StorageState } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base } from '../harness/test.ts';
import { choose, expectToast, rows } from './fake-server/screen.ts';
import { nextJump, playerOf } from './recorded-page.ts';

const number = '+15005550010';

/** Six times the other party has something to say, each time something else, and never while the agent speaks. */
const callee = {
  greeting: 'Hello, who is there?',
  script: [
    'Pardon, which practice is that?',
    'What is it about, please?',
    'Could we move it to Thursday afternoon?',
    'Where do I find a place to park?',
    'How much does a cleaning cost?',
    'Do I have to bring my insurance card?',
  ].flatMap((say) => [{ wait: 'agent' }, { wait: 1_000 }, { say }]),
  goodbye: 'Thank you, goodbye.',
};

/** The real server. Its sandbox carrier runs at speed 1, so that sound and transcript have the same clock. */
export const testWithVoice = (voice: 'spoken' | 'tones') =>
  base.extend<object, { server: RunningServer; adminState: StorageState }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
      async ({}, use) => {
        const server = await startServer({ PHONE_LAB_SPEED: '1', PHONE_LAB_VOICE: voice });
        await use(server);
        await server.stop();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });

const transcriptOf = (page: Page) => page.getByRole('region', { name: 'Call Transcript' });
export const entryRow = (page: Page, ordinal: number) =>
  transcriptOf(page).locator(`[data-entry="${ordinal}"]`);

/** Switches recording on, places a call that is answered by the callee above, and waits until it can be played. */
export async function recordCall(page: Page): Promise<void> {
  await page.goto('/app/settings/data');
  const settings = page.getByRole('region', { name: 'Recordings' });
  await settings.getByLabel('Record calls').click();
  await settings.getByLabel('GS Dental').check();
  await settings.getByRole('button', { name: 'Save Recordings' }).click();
  await expectToast(page, 'Recordings saved');

  await page.goto('/app/voice-agents');
  await setCallee(page);
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill(number);
  await page.getByLabel('Instructions').fill('Remind Ann Lee of Tuesday at 10 and ask whether it suits.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await rows(page).first().getByRole('link').click();
  const transcript = transcriptOf(page);
  await expect(transcript.getByText('This call is being recorded.').first()).toBeVisible({
    timeout: 120_000,
  });
  await expect(transcript.getByText('It can be played when the call is over.')).toBeVisible();
  await expect
    .poll(() => transcript.locator('[data-entry]').count(), { timeout: 180_000 })
    .toBeGreaterThanOrEqual(13);
  await page.getByRole('button', { name: 'End Call' }).click();
  // It appears by itself, once it is stored.
  await expect(playerOf(page)).toBeVisible({ timeout: 120_000 });
}

async function setCallee(page: Page): Promise<void> {
  const handset = await page
    .getByRole('link', { name: /^Open the handset/ })
    .first()
    .getAttribute('href');
  const lab = (path: string) => new URL(path, handset ?? '').href;
  const defined = await page.request.put(lab('/lab/callees/asks-much'), { data: callee });
  expect(defined.ok(), await defined.text()).toBe(true);
  const chosen = await page.request.put(lab(`/lab/numbers/${number}/callee`), {
    data: { callee: 'asks-much' },
  });
  expect(chosen.ok(), await chosen.text()).toBe(true);
}

export interface PlayedCall {
  readonly entries: readonly TranscriptEntry[];
  readonly answeredAt: string;
  readonly recording: Recording;
}

/** What the page is told of the call that is open, which it loads anew. */
export async function readCall(page: Page): Promise<PlayedCall> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answerOf = (path: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path);
  const answers = [answerOf(`/api/calls/${id}`), answerOf(`/api/calls/${id}/recording`)] as const;
  await page.reload();
  const [detail, recorded] = await Promise.all(answers);
  const call = (await detail.json()).call as CallDetail;
  const { recording } = (await recorded.json()) as { recording: Recording };
  await expect(playerOf(page)).toBeVisible();
  return { entries: call.transcript, answeredAt: call.answeredAt ?? '', recording };
}

/** Where the audio element is after a press, in seconds. */
export async function placeAfter(page: Page, press: () => Promise<void>): Promise<number> {
  const jump = await nextJump(page);
  await press();
  return jump.evaluate(({ seen }) => seen);
}

/** The file that the audio element plays. */
export async function soundFile(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => document.querySelector('audio')?.src ?? '');
  return (await page.request.get(address)).body();
}

import { expect, type Page } from '@playwright/test';
import { callIdOf, callOf, entryOf } from './fake-server/data.ts';

export const path = `/app/voice-agents/${callIdOf(9)}`;
export const opened = 'POST /api/calls/:id/recording/address';
export const sound = 'GET /api/recordings/:id';

/** Four seconds apart; the last one lasts until the end. */
export const transcript = Array.from({ length: 12 }, (_, n) =>
  entryOf(n, `Words number ${n}.`, {
    timestamp: new Date(Date.UTC(2026, 9, 13, 10, 9, 8 + n * 4)).toISOString(),
  }),
);
export const recorded = callOf(9, { transcript, recording: 'ready' });

export const playerOf = (page: Page) => page.getByRole('group', { name: 'Recording' });
export const entries = (page: Page) =>
  page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem');

/** Where the audio element goes when it next jumps, in seconds. */
export async function nextJump(page: Page) {
  await expect(playerOf(page)).toBeVisible();
  return page.evaluateHandle(() => {
    const audio = document.querySelector('audio');
    if (audio === null) throw new Error('There is no audio element.');
    const seen = new Promise<number>((resolve) => {
      audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
    });
    // In an object: a promise itself would be waited for here.
    return { seen };
  });
}

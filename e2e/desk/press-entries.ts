import { expect, type Page } from '@playwright/test';
import type { Place } from './entry-in-sound.ts';
import { entryRow, placeAfter, readCall, soundFile } from './recorded-call.ts';

interface PressedEntries {
  readonly file: Buffer;
  readonly agentChannel: number;
  /** Where the audio element went for each entry. */
  readonly places: readonly Place[];
}

/** Presses ten entries of the call that is open, not in their order, and reads where each is played from. */
export async function pressEntries(page: Page): Promise<PressedEntries> {
  const { entries, recording } = await readCall(page);
  // Without what is said while the assistant is being connected, which is timed when it is.
  const first = entries.find(({ speaker }) => speaker === 'agent')?.timestamp ?? '';
  const said = entries
    .filter(({ speaker, timestamp }) => speaker !== 'system' && timestamp >= first)
    .slice(0, 10);
  const pressed = [...said.slice(5), ...said.slice(0, 5)];
  expect(pressed).toHaveLength(10);
  expect(new Set(pressed.map(({ speaker }) => speaker))).toEqual(new Set(['agent', 'user']));
  const places: Place[] = [];
  for (const { ordinal, speaker, message } of pressed) {
    const button = entryRow(page, ordinal).getByRole('button', { name: /^Play from/ });
    const seconds = await placeAfter(page, () => button.click());
    await expect(entryRow(page, ordinal)).toHaveAttribute('aria-current', 'time');
    places.push({ speaker, message, ms: seconds * 1000 });
  }
  return { file: await soundFile(page), agentChannel: recording.agentChannel, places };
}

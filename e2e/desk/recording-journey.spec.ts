import { expect } from '../harness/test.ts';
import { loudnessAt } from './entry-in-sound.ts';
import { pressEntries } from './press-entries.ts';
import { recordCall, testWithVoice } from './recorded-call.ts';

const test = testWithVoice('spoken');

test('P372: a call is recorded, played, and heard from each of ten entries that are pressed', async ({
  adminPage: page,
}) => {
  test.setTimeout(600_000);
  await recordCall(page);
  const { file, agentChannel, places } = await pressEntries(page);
  for (const place of places) {
    const { before, after, other } = loudnessAt(file, place, agentChannel);
    const said = `${place.speaker} at ${place.ms} ms: ${place.message}`;
    expect.soft(before, said).toBeLessThan(5);
    expect.soft(after, said).toBeGreaterThan(25);
    expect.soft(other, said).toBeLessThan(5);
  }
  // It goes on from there.
  const seconds = (places.at(-1)?.ms ?? 0) / 1000;
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(seconds + 0.3);
});

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
  let alone = 0;
  for (const place of places) {
    const { before, after, other } = loudnessAt(file, place, agentChannel);
    const said = `${place.speaker} at ${place.ms} ms: ${place.message}`;
    expect.soft(before, said).toBeLessThan(5);
    expect.soft(after, said).toBeGreaterThan(25);
    if (other < 5) alone += 1;
  }
  // On a busy computer the two may talk at the same time now and then.
  expect(alone).toBeGreaterThanOrEqual(8);
  // It goes on from there.
  const seconds = (places.at(-1)?.ms ?? 0) / 1000;
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(seconds + 0.3);
});

import { expect } from '../harness/test.ts';
import { wordsAt } from './entry-in-sound.ts';
import { pressEntries } from './press-entries.ts';
import { recordCall, testWithVoice } from './recorded-call.ts';

const test = testWithVoice('tones');

test('P372: what is heard from each of ten entries that are pressed are its words, read back from the sound', async ({
  adminPage: page,
}) => {
  test.setTimeout(600_000);
  await recordCall(page);
  const { file, agentChannel, places } = await pressEntries(page);
  for (const place of places) {
    const { heard, wanted, begun } = wordsAt(file, place, agentChannel);
    expect.soft(heard).toBe(wanted);
    expect.soft(begun, `"${wanted}" begins later`).toBe(true);
  }
});

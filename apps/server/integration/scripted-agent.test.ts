import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVoiceDesk, transcriptOf, type VoiceDesk, waitForSummary } from '../testing/voice-desk.ts';

let voice: VoiceDesk;

beforeAll(async () => {
  voice = await openVoiceDesk();
});
afterAll(() => voice.stop());

let lastNumber = 4000;

/** Instructions from other trades on whole calls: what must be said, and what must not. */
const calls: readonly (readonly [string, string, readonly RegExp[], RegExp])[] = [
  [
    "Confirm with Dr. Chen's office that they received the lab order for patient Maria Lopez.",
    'confirms',
    [/whether you received the lab order for patient Maria Lopez\?/],
    /Am I speaking with Maria|confirm Dr/,
  ],
  [
    'Ask the garage whether they have winter tires in stock and what they cost.',
    'confirms',
    [/Do you have winter tires in stock\?/, /what they cost\?/],
    /what you cost|the garage/,
  ],
  [
    'Remind Mr. Osei that his policy, which expires on December 3, has to be renewed. Ask if he wants to renew it online or by phone.',
    'confirms',
    [/your policy, which expires on December 3, has to be renewed\./, /online or by phone\?/],
    /tell me which expires/,
  ],
  [
    'Call Jordan Lee about the piano lesson on Friday at 4 pm. Our teacher is ill. Ask which other day would suit.',
    'wants-another-day',
    [/about the piano lesson on Friday/, /Our teacher is ill/],
    /\byou are ill/,
  ],
  [
    'Inform the guests in room 12 that breakfast starts at 8 tomorrow. Ask if they need a packed lunch.',
    'in-a-hurry',
    [/breakfast starts at 8 tomorrow/],
    /the guests/,
  ],
];

test.each(calls)('a whole call is plain English: %s', async (message, callee, heard, never) => {
  const number = `+1500555${++lastNumber}`;
  voice.lab.callees.setNumber(number, callee);
  const ended = await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { message }));
  expect(ended.status).toBe('completed');
  const call = await waitForSummary(voice.client, ended._id);
  const lines = transcriptOf(call);
  const spoken = lines.filter((line) => line.startsWith('agent: ')).join('\n');
  for (const words of heard) expect(spoken).toMatch(words);
  expect(spoken).not.toMatch(never);
  expect(spoken).toMatch(/Goodbye\.$/);
  expect(call.summary).toContain('### What was said');
});

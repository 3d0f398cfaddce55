import { afterEach, expect, test } from 'vitest';
import type { ReplyPart } from '../src/ports/language-model.ts';
import { defaultLimits, englishPhrases } from '../src/voice/session/settings.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk, waitForSummary } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
afterEach(() => voice.stop());

const number = '+15005559000';

/** The words of each side, by the carrier's ledger. */
const heardOf = (side: 'app' | 'party') =>
  voice.lab
    .ledger(voice.lab.calls()[0]?.sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === side ? [entry.text] : []))
    .join(' ')
    .split(/\s+/)
    .filter(Boolean);

const wordsOf = (lines: readonly string[], speaker: string) =>
  lines
    .filter((line) => line.startsWith(`${speaker}: `))
    .flatMap((line) => line.slice(speaker.length + 2).split(/\s+/));

test('a long conversation at speed: both sides are in order, and every word is the one that was heard', async () => {
  voice = await openVoiceDesk();
  const questions = Array.from({ length: 24 }, (_, n) => `${n + 1}. How was visit number ${n + 1}?`);
  voice.lab.callees.define('patient', {
    greeting: 'Hello?',
    answers: questions.map((_, n) => ({ when: `number ${n + 1}\\?`, say: `Visit ${n + 1} went well.` })),
  });
  voice.lab.callees.setNumber(number, 'patient');
  const message = `Ask the patient these questions:\n${questions.join('\n')}\nThank them for their time.`;
  const ended = await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { message }));
  const call = await waitForSummary(voice.client, ended._id);
  const lines = transcriptOf(call);
  expect(call).toMatchObject({ status: 'completed', reason: null });
  expect(lines.length).toBeGreaterThanOrEqual(40);
  const places = call.transcript.map(({ ordinal }) => ordinal);
  expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
  for (const [n] of questions.entries()) expect(lines).toContain(`user: Visit ${n + 1} went well.`);
  expect(wordsOf(lines, 'agent')).toEqual(heardOf('app'));
  // Callees say hello before the socket is open, and goodbye after it has closed.
  const between = (words: string[]) => words.filter((word) => !/^(?:Hello\?|Goodbye\.)$/.test(word));
  expect(between(wordsOf(lines, 'user'))).toEqual(between(heardOf('party')));
  expect(lines.at(-1)).toMatch(/Goodbye\.$/);
});

test('the maximum length ends with a goodbye that is played before the carrier hangs up', async () => {
  const endless = {
    name: 'endless',
    async *reply(): AsyncIterable<ReplyPart> {
      yield { type: 'text', text: 'Tell me more, please?' };
    },
  };
  voice = await openVoiceDesk({}, { MAX_CALL_MINUTES: '1' }, (ports) => ({
    ...ports,
    voiceProviders: { ...ports.voiceProviders, modelFor: () => endless },
  }));
  voice.lab.callees.define('talker', {
    greeting: 'Hello?',
    answers: [{ when: 'more', say: 'Well, there is a lot to tell.' }],
    patienceMs: 'endless',
  });
  voice.lab.callees.setNumber(number, 'talker');
  const call = await voice.client.waitUntilEnded(await voice.client.placeAccepted(number), {
    because: 'max_length',
  });
  expect(call).toMatchObject({ status: 'completed', reason: 'max_length' });
  // It may follow a sentence that was still being said, and is not cut off.
  await expect
    .poll(async () =>
      transcriptOf(await voice.client.call(call._id)).findLast((line) => line.startsWith('agent: ')),
    )
    .toMatch(new RegExp(`${RegExp.escape(englishPhrases.maxLengthGoodbye)}$`));
  expect(heardOf('app').join(' ')).toContain(englishPhrases.maxLengthGoodbye);
  // The carrier's own limit is a minute of lab time.
  expect(call.duration).toBeGreaterThanOrEqual(40);
  expect(call.duration).toBeLessThan(60);
});

test('ten thousand words without a pause are accepted, stored shortened, and end', async () => {
  voice = await openVoiceDesk({ speed: 200 }, { MAX_CALL_MINUTES: '90' });
  const flood = Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' ');
  voice.lab.callees.define('flood', {
    greeting: 'Hello?',
    script: [{ wait: 'agent' }, { say: flood }],
    patienceMs: 'endless',
  });
  voice.lab.callees.setNumber(number, 'flood');
  const message = 'Ask whether they will come on Monday.';
  const call = await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { message }));
  expect(call.status).toBe('completed');
  expect(heardOf('party').length).toBeGreaterThan(5_000);
  // An utterance that was open when the connection was lost is stored when the session has closed.
  const kept = async () =>
    (await voice.client.call(call._id)).transcript.filter(({ speaker }) => speaker === 'user');
  const words = async () =>
    (await kept()).flatMap(({ message: said }) =>
      [...said.matchAll(/w(\d+)(?= |$)/g)].map(([, n]) => Number(n)),
    );
  await expect.poll(async () => (await words()).length).toBeGreaterThan(1_000);
  const heard = await words();
  expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other));
  for (const { message: said } of await kept()) {
    expect(said.length).toBeLessThanOrEqual(defaultLimits.utteranceCharacters);
  }
});

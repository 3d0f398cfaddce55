import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeAndAnswer, waitForSaid } from '../../testing/calls.ts';
import { manualClock } from '../../testing/manual-clock.ts';
import { readWav } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';
import { VoiceChannel } from '../speech/voice-channel.ts';
import { type LiveWord, LiveWords } from './live-words.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' }, voice: 'spoken' });
});
afterAll(() => lab.stop());

const ask = (body: unknown, at = lab) =>
  fetch(`${at.url}/lab/handset/voice`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('the voice for a page', { timeout: 300_000 }, () => {
  it('is a WAV file', async () => {
    const response = await ask({ text: 'Good morning.' });
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(readWav(Buffer.from(await response.arrayBuffer())).length).toBeGreaterThan(4_000);
  });

  it.each([
    [{ text: 'x'.repeat(10_001) }, 400, 'invalid_text'],
    [{}, 400, 'invalid_text'],
  ])('is refused for %j', async (body, status, code) => {
    const response = await ask(body);
    expect(await refusalOf(response)).toEqual([status, code]);
  });

  it.each(['你好', ''])('is nothing for %j, which it cannot say', async (text) => {
    expect((await ask({ text })).status).toBe(204);
  });

  it('is nothing in a lab with tones, and no error that a page would report', async () => {
    const tones = await startLab();
    expect((await ask({ text: 'Good morning.' }, tones)).status).toBe(204);
    await tones.stop();
  });

  it('goes on beside calls', async () => {
    const sid = await placeAndAnswer(lab, '<Say>Agent speaking.</Say>');
    const [, response] = await Promise.all([
      waitForSaid(lab, sid, 'Agent'),
      ask({ text: 'At the same time.' }),
    ]);
    expect(response.status).toBe(200);
  });
});

describe('what is told to a page', () => {
  /** Everything that is told while this happens on a channel, words left out. */
  async function told(
    happens: (channel: VoiceChannel, advance: (ms: number) => Promise<void>) => Promise<void>,
  ) {
    const clock = manualClock();
    const channel = new VoiceChannel(clock);
    const live = new LiveWords();
    const all: string[] = [];
    let heard = 0;
    live.listen((word: LiveWord) => {
      if (word.what === 'word') heard += 1;
      if (word.what === 'phrase') all.push(`${heard}: ${word.text} (${word.language})`);
      if (word.what === 'ended' && word.cut) all.push(`${heard}: cut`);
    });
    live.follow('CA1', channel);
    await happens(channel, async (ms) => {
      await Promise.resolve();
      clock.advance(ms);
    });
    return all;
  }

  it('is each sentence of the agent when it begins', async () => {
    const all = await told(async (channel, advance) => {
      channel.say('app', 'Good morning, Ann. It is me');
      channel.say('party', 'Yes. Hello.');
      await advance(60_000);
    });
    expect(all).toEqual(['0: Good morning, Ann. (en-US)', expect.stringMatching(/: It is me \(en-US\)$/)]);
  });

  it('is a clause, where the rest of the sentence comes late', async () => {
    const all = await told(async (channel, advance) => {
      channel.language = 'de-DE';
      const speech = channel.open('app');
      speech.append('Guten ');
      await advance(500);
      speech.append('Tag, hier ');
      await advance(2_000);
      speech.append('bin ich.');
      speech.finish();
      await advance(5_000);
    });
    expect(all.map((line) => line.replace(/^\d+: /, ''))).toEqual([
      'Guten Tag, (de-DE)',
      'hier bin ich. (de-DE)',
    ]);
  });

  it('is that it was cut off', async () => {
    const all = await told(async (channel, advance) => {
      const speech = channel.say('app', 'One two three four five six.');
      await advance(1_000);
      speech.cut();
    });
    expect(all).toEqual(['0: One two three four five six. (en-US)', '2: cut']);
  });
});

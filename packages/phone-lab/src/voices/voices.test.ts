import type { EventEmitter } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { pretendedThreads } from '../../testing/pretended-thread.ts';
import { toLinear } from '../audio/mulaw.ts';
import { RenderedSounds } from './rendered.ts';
import { piecesOf, speakable } from './speakable.ts';
import { Voices } from './voices.ts';

const complaints: string[] = [];
const voices = new Voices({ log: (line) => complaints.push(line) });
afterAll(() => voices.close());

const seconds = (sound: Buffer | null) => (sound?.length ?? 0) / 8_000;
const loudest = (sound: Buffer | null) =>
  Math.max(...Array.from(sound ?? [], (byte) => Math.abs(toLinear(byte))));

describe('the spoken voices', { timeout: 300_000 }, () => {
  it('say a sentence, each in its own way, and begin at once', async () => {
    const text = 'Your appointment is on Tuesday.';
    const sounds = [];
    for (const voice of ['agent', 'person', 'colleague'] as const) {
      const sound = await voices.say(voice, text);
      expect(seconds(sound)).toBeGreaterThan(1);
      expect(seconds(sound)).toBeLessThan(4);
      expect(loudest(sound)).toBeGreaterThan(8_000);
      expect(loudest(sound?.subarray(0, 800) ?? null)).toBeGreaterThan(300);
      sounds.push(sound?.toString('latin1'));
    }
    expect(new Set(sounds).size).toBe(3);
    expect(await voices.say('agent', text)).toBe(await voices.say('agent', text));
  });

  it('speak faster where there is less time', async () => {
    const text = 'Your appointment is on Tuesday.';
    const usual = await voices.say('agent', text);
    const faster = await voices.say('agent', text, seconds(usual) * 700);
    expect(seconds(faster)).toBeLessThanOrEqual(seconds(usual) * 0.7);
    expect(seconds(faster)).toBeGreaterThan(seconds(usual) * 0.5);
    expect(await voices.say('agent', text, 100_000)).toBe(usual);
  });

  it('take any text', async () => {
    expect(seconds(await voices.say('person', `${'word '.repeat(70)}`))).toBeGreaterThan(3);
    expect(seconds(await voices.say('person', 'one\0two <b> & %s -o "x" \ud800 🙂 \\n'))).toBeGreaterThan(
      0.5,
    );
    expect(seconds(await voices.say('person', '-version'))).toBeGreaterThan(0.2);
    expect(seconds(await voices.say('person', 'Grüße'))).toBeGreaterThan(0.2);
    for (const text of ['', ' ', '\0', '…', '你好', '🙂'])
      expect(await voices.say('person', text)).toBeNull();
    expect(complaints).toEqual([]);
  });
});

describe('a text for them', () => {
  it('has English letters only', () => {
    expect(speakable('Größe – “ja”?\n 你好 x\0y')).toBe('Grosse - "ja"? x y');
    expect(speakable('Really? 10:30!')).toBe('Really? 10:30!');
    expect(speakable('你好')).toBe('');
  });

  it('is divided, also without spaces', () => {
    const pieces = piecesOf(`${'word '.repeat(1_000)}${'x'.repeat(5_000)}`);
    expect(pieces.every((piece) => piece.length > 0 && piece.length <= 300)).toBe(true);
    expect(pieces.join('').replaceAll(' ', '')).toBe('word'.repeat(1_000) + 'x'.repeat(5_000));
  });
});

describe('where rendering fails', () => {
  it('there is no sound, one line in the log, and after three failures no further try for five minutes', async () => {
    const log: string[] = [];
    let now = 0;
    const { startWorker, threads } = pretendedThreads((thread) =>
      thread.emit('error', new Error('no such file')),
    );
    const failing = new Voices({ startWorker, log: (line) => log.push(line), now: () => now });
    for (let text = 0; text < 5; text++) expect(await failing.say('agent', `Text ${text}.`)).toBeNull();
    expect(threads).toHaveLength(3);
    now += 299_999;
    expect(await failing.say('agent', 'Too early.')).toBeNull();
    expect(threads).toHaveLength(3);
    now += 1;
    for (let text = 0; text < 5; text++) expect(await failing.say('agent', `Later ${text}.`)).toBeNull();
    expect(threads).toHaveLength(6);
    expect(log).toEqual([
      'phone-lab: a text could not be spoken and sounds in the tone-coded voice: Error: no such file',
    ]);
    await failing.close();
  });

  it('the next text is tried again', async () => {
    let times = 0;
    const { startWorker } = pretendedThreads((thread) => {
      times += 1;
      thread.emit('message', times === 1 ? { problem: 'out of order' } : { sound: new Uint8Array(8) });
    });
    const once = new Voices({ startWorker, log: () => {} });
    expect(await once.say('agent', 'One.')).toBeNull();
    expect(await once.say('agent', 'Two.')).toHaveLength(8);
    await once.close();
  });

  it.each(['exit', 'error'])(
    'a thread that ended between two texts (%s) gets no further one',
    async (event) => {
      const asked: EventEmitter[] = [];
      const { startWorker, threads } = pretendedThreads((thread) => {
        asked.push(thread);
        thread.emit('message', { sound: new Uint8Array(8) });
      });
      const ended = new Voices({ startWorker, log: () => {} });
      expect(await ended.say('agent', 'One.')).toHaveLength(8);
      threads[0]?.emit(event, 1);
      expect(await ended.say('agent', 'Two.')).toHaveLength(8);
      // The one that ended has no say over the one that took its place.
      threads[0]?.emit('exit', 1);
      expect(await ended.say('agent', 'Three.')).toHaveLength(8);
      expect(asked.map((thread) => threads.indexOf(thread))).toEqual([0, 1, 1]);
      await ended.close();
    },
  );

  it('because the lab stops, nothing waits', async () => {
    const log: string[] = [];
    const { startWorker } = pretendedThreads(() => {});
    const stopped = new Voices({ startWorker, log: (line) => log.push(line) });
    const texts = [stopped.say('agent', 'One.'), stopped.say('agent', 'Two.')];
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    await stopped.close();
    expect(await Promise.all(texts)).toEqual([null, null]);
    expect(log).toEqual([]);
  });
});

it('sound is kept up to a size', () => {
  const kept = new RenderedSounds(100);
  kept.set('a', Buffer.alloc(40));
  kept.set('b', Buffer.alloc(40));
  expect(kept.get('a')).toHaveLength(40);
  kept.set('c', Buffer.alloc(40));
  expect([kept.get('a'), kept.get('b'), kept.get('c')].map((sound) => sound?.length)).toEqual([
    40,
    undefined,
    40,
  ]);
  kept.set('c', Buffer.alloc(60));
  expect(kept.bytes).toBe(100);
  kept.set('d', Buffer.alloc(1_000));
  expect(kept.bytes).toBe(0);
});

import { describe, expect, it } from 'vitest';
import type { Side, Speech, SpeechSource } from '../speech/speech.ts';
import { splitWords } from '../speech/words.ts';
import { spokenMs } from './pace.ts';
import { Timeline } from './timeline.ts';

const speech = (side: Side, source: SpeechSource = 'text') => ({ side, source }) as Speech;

/** Says a text from a place on, each word a thousand samples long. */
function say(timeline: Timeline, by: Speech, text: string, from: number): void {
  for (const [index, word] of splitWords(text).entries())
    timeline.add({ speech: by, text: word, at: from + index * 1_000, samples: 1_000, sound: null });
}

const everything = (timeline: Timeline) =>
  timeline.between(0, 1e9).map(({ voice, text, at, end }) => `${voice} ${at}-${end} ${text.trim()}`);

describe('the timeline of a channel', () => {
  it('has phrases: sentences, in the voice of who says them', () => {
    const timeline = new Timeline();
    say(timeline, speech('app'), 'Good morning. Is it you?" Yes', 0);
    say(timeline, speech('party'), 'Me, yes.', 2_000);
    say(timeline, speech('app', 'carried'), 'Here is a colleague.', 9_000);
    expect(everything(timeline)).toEqual([
      'agent 0-2000 Good morning.',
      'agent 2000-5000 Is it you?"',
      'agent 5000-6000 Yes',
      'person 2000-4000 Me, yes.',
      'colleague 9000-13000 Here is a colleague.',
    ]);
  });

  it('divides what comes after a pause, and what is long', () => {
    const timeline = new Timeline();
    const agent = speech('app');
    say(timeline, agent, 'One moment', 0);
    say(timeline, agent, 'please.', 5_000);
    say(timeline, speech('party'), 'word '.repeat(100), 10_000);
    const texts = timeline.between(0, 1e9).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(['One moment', 'please.']);
    expect(texts.slice(2).join('')).toBe('word '.repeat(100));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(240);
  });

  it('ends a phrase where it was cut off, and knows how long it was going to be', () => {
    const timeline = new Timeline();
    const agent = speech('app');
    say(timeline, agent, 'This was going to be', 0);
    timeline.cut(agent, 4_300);
    expect(timeline.between(0, 1e9)).toMatchObject([{ at: 0, end: 4_300, samples: 5_000 }]);
    expect(timeline.between(4_300, 1e9)).toEqual([]);
    expect(timeline.between(4_000, 4_100)).toHaveLength(1);
  });

  it('keeps what was going to follow in the sentence that was cut off', () => {
    const timeline = new Timeline();
    const agent = speech('app');
    say(timeline, agent, 'This was going', 0);
    const rest = ['to ', 'be.', ' And ', 'more.'].map((text) => ({ text, samples: 1_000 }));
    timeline.cut(agent, 2_500, rest);
    expect(timeline.between(0, 1e9)).toMatchObject([
      { at: 0, end: 2_500, samples: 5_000, text: expect.stringMatching(/^This was going\s?to be\.$/) },
    ]);
  });
});

it('long words and figures take longer than others', () => {
  expect(spokenMs('is ')).toBe(spokenMs('the '));
  expect(spokenMs('internationalization ')).toBeGreaterThan(spokenMs('is ') * 3);
  expect(spokenMs('415 ')).toBeGreaterThan(1_000);
  expect(spokenMs('yes.')).toBeGreaterThan(spokenMs('yes '));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesOf, silence, speechMs, utter, wordsIn } from './speech.ts';

test('the words can be read back from the audio', () => {
  const words = fc.stringMatching(/^[!-~]{1,12}( [!-~]{1,12}){0,6}$/);
  fc.assert(
    fc.property(words, fc.integer({ min: 0, max: 50 }), (text, frames) => {
      const padding = silence(frames * 20);
      expect(wordsIn(Buffer.concat([padding, utter(text), padding]))).toBe(text);
    }),
  );
});

test('truncated audio contains only the words before the cut', () => {
  const audio = utter('Good morning, this is the practice.');
  expect(wordsIn(audio.subarray(0, 12 * 60 * 8))).toBe('Good morning');
  expect(wordsIn(audio.subarray(0, 6 * 60 * 8 + 300))).toBe('Good mo');
});

test('frames join to the same audio and last as long as the text', () => {
  const audio = utter('Hello there.');
  const frames = framesOf(audio);
  expect(Buffer.concat(frames.map((frame) => Buffer.from(frame, 'base64')))).toEqual(audio);
  expect(frames.length * 20).toBe(speechMs('Hello there.'));
});

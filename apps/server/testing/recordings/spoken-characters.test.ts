import { soundOf } from '@parley/phone-lab';
import { expect, test } from 'vitest';
import { charactersIn, placeOfRest, placesOf } from './spoken-characters.ts';

const silence = (ms: number) => Buffer.alloc(ms * 8, 0xff);

test('the letter at which an entry was cut off is not taken for the beginning of the next one', () => {
  // "AI assistant" is cut off after two letters, and four seconds later the answer begins with the second of them.
  const channel = Buffer.concat([
    soundOf('This is the AI'),
    silence(4_000),
    soundOf('I will be quick. Your check-up is on Tuesday.'),
  ]);
  const spoken = charactersIn(channel);
  expect(placesOf('I will be quick.', spoken, false)).toEqual([14 * 60 + 4_000]);
  expect(placesOf('This is the AI', spoken, false)).toEqual([0]);
});

test('a character that is doubled within a word, or where two words meet, is one', () => {
  const spoken = charactersIn(soundOf('We will let the caller repeat that time'));
  expect(spoken.map(({ character }) => character).join('')).toBe('Wewilethecalerepeathatime');
  expect(placesOf('We will let the caller repeat', spoken, false)).toEqual([0]);
});

test('the rest of a text that began before the sound is found at its beginning, and nowhere else', () => {
  const spoken = charactersIn(
    Buffer.concat([soundOf('lo, who is it?'), silence(1_000), soundOf('Hello, who is there?')]),
  );
  expect(placeOfRest('Hello, who is it?', spoken, false)).toBe(0);
  expect(placeOfRest('Hello, who is there?', spoken, false)).toBeNull();
  expect(placeOfRest('Yes, please.', spoken, false)).toBeNull();
  expect(placeOfRest('Hello?', charactersIn(silence(500)), false)).toBeNull();
});

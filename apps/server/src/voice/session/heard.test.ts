import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstVisible, heardAsReported, visibleCharacters } from './heard.ts';

const spaces = fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u2003', '\u3000', '\ufeff');
const texts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), spaces)).map((parts) => parts.join(''));

test('what is not a space is counted, in any script', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(visibleCharacters(text)).toBe(text.replace(/\s+/g, '').length);
    }),
  );
});

test('the beginning of a text holds as many of them as it was asked for', () => {
  fc.assert(
    fc.property(texts, fc.nat(20), (text, count) => {
      const beginning = firstVisible(text, count);
      expect(text.startsWith(beginning)).toBe(true);
      expect(visibleCharacters(beginning)).toBe(Math.min(count, visibleCharacters(text)));
    }),
  );
});

test.each([
  [
    'a bracket and a quotation mark',
    'Say {"type":"end"} ## now.',
    'say {"type":"end"}',
    'Say {"type":"end"}',
  ],
  [
    'signs with spaces between them',
    'Say  {"type":"end"}  ## now.',
    'say {"type":"end"} ##',
    'Say  {"type":"end"}  ##',
  ],
  ['a full stop', 'We are open. Come in.', 'We are  open.', 'We are open.'],
  ['no comma that was not reported', 'Well, come in.', 'Well', 'Well'],
  ['other signs than ours', 'Well! Come in.', 'Well...', 'Well'],
] as const)('what is reported as heard keeps what ends its last word: %s', (_, text, reported, heard) => {
  expect(heardAsReported(text, reported, 0, '')).toBe(heard);
});

import { expect, test } from 'vitest';
import { tidyName } from './tidy-name.ts';

test.each([
  ['a name that turns the text behind it around', '\u202Egnp.exe', 'gnp.exe'],
  ['isolates', '\u2067Ada\u2069', 'Ada'],
  ['control characters', 'A\u0007d\u001Ba\u0085', 'Ada'],
  ['lines and tabs', ' Ada\r\n\tWeber ', 'Ada Weber'],
  ['what scripts need to join letters stays', 'نرگس\u200Cزاده', 'نرگس\u200Cزاده'],
])('CT1: %s', (_what, typed, stored) => {
  expect(tidyName(typed)).toBe(stored);
});

test.each(['', '\u202E', '\u0301\u0302', '\u200B'])('CT1: a name that nobody sees is none: %j', (typed) => {
  expect(tidyName(typed)).toBe('');
});

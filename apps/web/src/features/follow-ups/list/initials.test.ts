import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ines Marchetti', 'IM'],
  ['Ben', 'B'],
  ['Anna Maria von Weber', 'AW'],
  ['李 雷', '李雷'],
  ['𝒜da Weber', '𝒜W'],
  ['', '?'],
])('the initials of "%s" are %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});

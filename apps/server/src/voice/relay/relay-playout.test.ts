import { expect, test } from 'vitest';
import { emptyPlayout, separated, textSent } from './relay-playout.ts';

const filler = 'I am still here, just a moment.';

test('an answer is separated by a space from the incomplete filler before it', () => {
  const open = textSent(emptyPlayout, 'filler', filler, false);
  expect(separated(open, 'answer', 'Thank ')).toBe(' Thank ');
});

test('pieces of one answer, and what follows a whole one, stay as they are', () => {
  const open = textSent(emptyPlayout, 'answer', 'Tha', false);
  expect(separated(open, 'answer', 'nk you.')).toBe('nk you.');
  const whole = textSent(emptyPlayout, 'filler', filler, true);
  expect(separated(whole, 'answer', 'Thank ')).toBe('Thank ');
  expect(separated(emptyPlayout, 'answer', 'Thank ')).toBe('Thank ');
});

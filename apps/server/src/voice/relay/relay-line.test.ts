import { expect, test } from 'vitest';
import { apart, newRelayLine, textSent } from './relay-line.ts';

const filler = 'I am still here, just a moment.';

test('an answer is not glued to the filler that was left open before it', () => {
  const open = textSent(newRelayLine, 'filler', filler, false);
  expect(apart(open, 'answer', 'Thank ')).toBe(' Thank ');
});

test('pieces of one answer, and what follows a whole one, stay as they are', () => {
  const open = textSent(newRelayLine, 'answer', 'Tha', false);
  expect(apart(open, 'answer', 'nk you.')).toBe('nk you.');
  const whole = textSent(newRelayLine, 'filler', filler, true);
  expect(apart(whole, 'answer', 'Thank ')).toBe('Thank ');
  expect(apart(newRelayLine, 'answer', 'Thank ')).toBe('Thank ');
});

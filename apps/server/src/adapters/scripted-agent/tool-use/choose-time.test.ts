import { expect, test } from 'vitest';
import { chosenIn } from './choose-time.ts';

const offered = ['09:00', '09:30', '13:00'].map((time) => ({ start: `2026-11-20T${time}`, spoken: time }));

test.each([
  ['The first one, please.', '09:00'],
  ['I take the second one.', '09:30'],
  ['The earlier one is good.', '09:00'],
  ['At one, please.', '13:00'],
  ["The one o'clock, please.", '13:00'],
  ['One in the afternoon.', '13:00'],
  ['The one at half past nine.', '09:30'],
  ['That one sounds good.', null],
])('"the first one" is no time of day: %s', (said, time) => {
  expect(chosenIn(said, offered)?.spoken ?? null).toBe(time);
});

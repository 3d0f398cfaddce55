import { expect, test } from 'vitest';
import { idleStateAt } from './idle-state.ts';

const minute = 60_000;

test.each([
  [5, 0, { kind: 'active', nextInMs: 4 * minute }],
  [5, 4 * minute - 1, { kind: 'active', nextInMs: 1 }],
  [5, 4 * minute, { kind: 'warning', secondsLeft: 60 }],
  [5, 5 * minute - 1, { kind: 'warning', secondsLeft: 1 }],
  [5, 5 * minute, { kind: 'ended' }],
  [720, 718 * minute, { kind: 'warning', secondsLeft: 120 }],
  [720, 9_999 * minute, { kind: 'ended' }],
])('SI13: with %i minutes allowed, %i ms after the last act', (idleMinutes, passed, state) => {
  expect(idleStateAt(1_000_000 + passed, 1_000_000, idleMinutes)).toEqual(state);
});

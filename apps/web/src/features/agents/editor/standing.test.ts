import { expect, test } from 'vitest';
import { agoText, standingOf } from './standing.ts';

const now = Date.parse('2026-11-16T09:00:00.000Z');
const facts = {
  phase: { name: 'saved' },
  savedAt: '2026-11-16T08:59:47.000Z',
  now,
  publishedVersion: 4,
  differences: 3,
} as const;
const text = (more: Partial<Parameters<typeof standingOf>[0]>) => {
  const { draft, published } = standingOf({ ...facts, ...more });
  return `${draft} · ${published}`;
};

test.each<[Partial<Parameters<typeof standingOf>[0]>, string]>([
  [{}, 'Draft, saved 10 s ago · differs from version 4 in 3 places'],
  [{ differences: 1 }, 'Draft, saved 10 s ago · differs from version 4 in 1 place'],
  [{ differences: 0 }, 'Draft, saved 10 s ago · same as version 4'],
  [{ publishedVersion: null }, 'Draft, saved 10 s ago · never published'],
  [{ savedAt: null }, 'Draft, saved · differs from version 4 in 3 places'],
  [{ phase: { name: 'waiting' } }, 'Draft, saving... · differs from version 4 in 3 places'],
  [
    { phase: { name: 'unreachable', failures: 2, sentence: '' } },
    'Not saved: the server cannot be reached · differs from version 4 in 3 places',
  ],
])('the bar says where a draft stands: %o', (more, words) => {
  expect(text(more)).toBe(words);
});

test.each([
  [-3_000, 'just now'],
  [4_999, 'just now'],
  [7_000, '5 s ago'],
  [13_000, '10 s ago'],
  [59_999, '50 s ago'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [3 * 3_600_000, '3 h ago'],
  [25 * 3_600_000, 'yesterday'],
  [72 * 3_600_000, '3 days ago'],
])('%i ms are %s', (ms, words) => {
  expect(agoText(ms)).toBe(words);
});

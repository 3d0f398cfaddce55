import { expect, test } from 'vitest';
import { entrySpans } from './entry-spans.ts';
import { entryTimes } from './entry-times.ts';
import { spokenWords, wordAt, wordAtCharacter } from './spoken-words.ts';

const start = Date.parse('2026-10-13T10:00:00.000Z');
const entry = (ordinal: number, seconds: number, message: string, speaker = 'agent') => ({
  ...{ ordinal, speaker, message, interrupted: false },
  timestamp: new Date(start + seconds * 1000).toISOString(),
});
/** Ten values a second, loud in these seconds. */
const loudIn = (...parts: [number, number][]) =>
  Array.from({ length: 200 }, (_, at) =>
    parts.some(([from, to]) => at / 10 >= from && at / 10 < to) ? 60 : 1,
  );
const lengthMs = 20_000;
const spansOf = (entries: ReturnType<typeof entry>[], channels: number[][]) =>
  entrySpans(entries, entryTimes(entries, start, lengthMs), { lengthMs, agentChannel: 2, peaks: channels });

test('P393: an entry lasts as long as its speaker is heard, whoever else speaks meanwhile', () => {
  const entries = [
    entry(0, 1, 'Good morning, this is the practice.'),
    entry(1, 2, 'Wait, who?', 'user'),
    entry(2, 8, 'I will say it again.'),
  ];
  const spans = spansOf(entries, [loudIn([2, 3.5]), loudIn([1, 3], [3.5, 5], [8, 10])]);
  expect(spans.map(({ ordinal, ms, endMs }) => [ordinal, ms, endMs])).toEqual([
    [0, 1_000, 5_000],
    [1, 2_000, 3_500],
    [2, 8_000, 10_000],
  ]);
});

test('P394: words are spread over the moments at which somebody is heard, and none falls into a pause', () => {
  const [span] = spansOf([entry(0, 1, 'aaaa bbbb. cccc dddd')], [[], loudIn([1, 3], [5, 6])]);
  if (span === undefined) throw new Error('The entry has no place.');
  const words = spokenWords(span);
  expect(words.map(({ from, to }) => [from, to])).toEqual([
    ...[
      [0, 4],
      [5, 10],
      [11, 15],
      [16, 20],
    ],
  ]);
  expect(words.map(({ ms }) => ms)).toEqual([1_000, 1_700, 2_500, 5_200]);
  expect([900, 1_000, 1_700, 5_999, 6_000].map((ms) => wordAt(words, span, ms)?.from ?? null)).toEqual([
    ...[null, 0, 5, 16, null],
  ]);
  expect([0, 4, 12, 19].map((at) => wordAtCharacter(words, at)?.from)).toEqual([0, 0, 11, 16]);
  expect(spokenWords({ ...span, message: ' ' })).toEqual([]);
});

test('P394: where the peaks are too coarse, or nothing is heard, words take their usual time', () => {
  for (const peaks of [[[], Array(20).fill(50)], [[], loudIn()], []]) {
    const [span] = spansOf([entry(0, 1, 'aaaa bbbb'), entry(1, 10, 'cccc')], peaks);
    if (span === undefined) throw new Error('The entry has no place.');
    expect([span.ms, span.endMs]).toEqual([1_000, 1_585]);
    expect(spokenWords(span).map(({ ms }) => ms)).toEqual([1_000, 1_300]);
  }
});

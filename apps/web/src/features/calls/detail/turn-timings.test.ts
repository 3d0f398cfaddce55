import { expect, test } from 'vitest';
import { replyTimes } from './turn-timings.ts';

const turns = (...waits: (number | null)[]) =>
  waits.map((firstSpeechMs) => ({ firstTokenMs: null, firstSpeechMs }));

test.each([
  [[], null],
  [[null], null],
  [[340], 'The agent began its one reply after 0.34 s.'],
  [[900, null, 340], 'The agent began its 2 replies after 0.34 s in the median, 0.90 s at most.'],
  [[100, 2340, 500], 'The agent began its 3 replies after 0.50 s in the median, 2.3 s at most.'],
])('waits of %j give %s', (waits, sentence) => {
  expect(replyTimes(turns(...waits))).toBe(sentence);
});

import { expect, test } from 'vitest';
import { noticeTimes } from './notice-connection.ts';

const tokenMs = 60_000;

test('PE20, PE21: the longest wait before a lost connection is opened again stays below 5 s', () => {
  expect(noticeTimes.longestRetryMs).toBeLessThan(5_000);
});

test('PE21: a connection that is lost without a message is noticed before a token expires', () => {
  const { pingEveryMs, answerWithinMs, longestRetryMs } = noticeTimes;
  expect(pingEveryMs + answerWithinMs + longestRetryMs).toBeLessThan(tokenMs);
});

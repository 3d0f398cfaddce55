import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audioMs } from '../../lib/telephone-audio.ts';
import { type ExpectedFrameMs, gapBefore, silence } from './gaps.ts';

const frame = Buffer.alloc(160).toString('base64');

test.each([
  ['the first frame', null, 20, null, 40],
  ['the next one', 40, 40, null, 60],
  ['one a little late', 40, 55, null, 75],
  ['one after two missing', 40, 80, 40, 100],
  ['one after an odd gap', 40, 95, 40, 115],
  ['one after a long silence', 40, 9_040, 1_000, 9_060],
  ['one that goes back', 400, 40, null, 60],
])('%s', (_what, next, at, filled, after) => {
  const gap = gapBefore(next, at, frame);
  expect(gap.fill === null ? null : audioMs(gap.fill)).toBe(filled);
  expect(gap.next).toBe(after);
});

test('a frame without a time follows the one before', () => {
  expect(gapBefore(40, null, frame)).toEqual({ next: 60, fill: null });
  expect(gapBefore(null, null, frame)).toEqual({ next: null, fill: null });
});

test('silence is µ-law silence', () => {
  expect([...Buffer.from(silence(40), 'base64')].every((sample) => sample === 0xff)).toBe(true);
  expect(silence(59)).toBe(silence(40));
});

test('the duration is kept, whichever frames are missing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), (missing) => {
      let next: ExpectedFrameMs = null;
      let streamMs = 0;
      let heard = 0;
      for (const frames of missing) {
        streamMs += heard === 0 ? 0 : frames * 20;
        const gap = gapBefore(next, streamMs, frame);
        heard += 20 + (gap.fill === null ? 0 : audioMs(gap.fill));
        next = gap.next;
        streamMs += 20;
      }
      // A single missing frame is not told from a late one.
      const single = missing.slice(1).filter((frames) => frames === 1).length * 20;
      expect(heard).toBe(missing.length === 0 ? 0 : streamMs - single);
    }),
  );
});

import { describe, expect, test } from 'vitest';
import { isoInstant } from './pipeline.ts';

describe('an instant of the database becomes the same instant as an ISO string', () => {
  test.each([
    ['2026-02-03 04:05:06+00', '2026-02-03T04:05:06.000Z'],
    ['2026-02-03 04:05:06.7+00', '2026-02-03T04:05:06.700Z'],
    ['2026-02-03 04:05:06.789+00', '2026-02-03T04:05:06.789Z'],
    ['2026-02-03 04:05:06.789123+00', '2026-02-03T04:05:06.789Z'],
    ['2026-02-03 04:05:06.0001+00', '2026-02-03T04:05:06.000Z'],
    ['2026-02-03 04:05:06+02', '2026-02-03T02:05:06.000Z'],
    ['2026-02-03 04:05:06.5+05:30', '2026-02-02T22:35:06.500Z'],
  ])('%s', (text, wire) => {
    expect(isoInstant(text)).toBe(wire);
  });
});

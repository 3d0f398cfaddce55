import type { DialLimits } from '../src/ports/dial-book.ts';

/** For tests that are about something else. */
export const noLimits: DialLimits = {
  perMinute: 10_000,
  perDay: 10_000,
  deployment: { perMinute: 10_000, perDay: 10_000 },
};

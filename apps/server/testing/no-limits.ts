import type { PlacingLimits } from '../src/ports/call-admission.ts';

/** For tests that are about something else. */
export const noLimits: PlacingLimits = {
  perMinute: 10_000,
  perDay: 10_000,
  deployment: { perMinute: 10_000, perDay: 10_000 },
};

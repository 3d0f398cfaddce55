import * as z from 'zod/mini';
import type { Route } from '../route.ts';

export const followUpCounts = z.object({
  open: z.int(),
  urgent: z.int(),
  /** Open, and owned by whoever asks. */
  mine: z.int(),
  snoozed: z.int(),
});
export type FollowUpCounts = z.infer<typeof followUpCounts>;

/** Apart from the others: every page asks for it, and loads nothing else. */
export const followUpCountRoutes = {
  countFollowUps: {
    method: 'GET',
    path: '/api/follow-ups/counts',
    guard: 'bearer',
    permission: 'follow-ups.read',
    summary: 'How many follow-ups there are.',
    response: followUpCounts,
    errors: [],
  },
} as const satisfies Record<string, Route>;

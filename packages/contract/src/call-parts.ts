import * as z from 'zod/mini';

/** What calls, follow-ups and outcomes share. */
export const callId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

export const speaker = z.enum(['agent', 'user', 'system']);
export type Speaker = z.infer<typeof speaker>;

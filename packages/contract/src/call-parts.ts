import * as z from 'zod/mini';

/** Ids of calls are UUIDs of version 7, so that their order is that of time. */
export const callIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What calls, follow-ups and outcomes share. */
export const callId = z.string().check(z.regex(callIdPattern));

export const speaker = z.enum(['agent', 'user', 'system']);
export type Speaker = z.infer<typeof speaker>;

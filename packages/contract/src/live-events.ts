import * as z from 'zod/mini';
import { call, callId, transcriptEntry } from './calls.ts';

/** What the event stream tells: small, and read fresh from the database. A page refetches after every connect. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call.changed'), call }),
  z.object({ type: z.literal('call.removed'), callId }),
  z.object({ type: z.literal('transcript.added'), callId, entry: transcriptEntry }),
  /** Something may have been missed: show nothing from memory, ask again. */
  z.object({ type: z.literal('refetch') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

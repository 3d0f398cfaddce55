import * as z from 'zod/mini';
import { call, callId, transcriptEntry } from './calls.ts';

/** What the event stream tells: small, and read fresh from the database. */
export const liveEvent = z.discriminatedUnion('type', [
  /**
   * The first of every stream. For so many milliseconds nothing has happened here, as far as the server knows: what a
   * page has asked for within them is still true, everything older it asks for again.
   */
  z.object({ type: z.literal('opened'), quietMs: z.number() }),
  z.object({ type: z.literal('call.changed'), call }),
  z.object({ type: z.literal('call.removed'), callId }),
  z.object({ type: z.literal('transcript.added'), callId, entry: transcriptEntry }),
  /** A list that is small and seldom changes: ask for it again. */
  z.object({ type: z.literal('list.changed'), list: z.enum(['templates', 'agents']) }),
  /** Something may have been missed: show nothing from memory, ask again. */
  z.object({ type: z.literal('refetch') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

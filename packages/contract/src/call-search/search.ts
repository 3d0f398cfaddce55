import * as z from 'zod/mini';
import { callId, callIdPattern } from '../call-parts.ts';
import { call } from '../calls.ts';
import { limits } from '../limits.ts';
import { callFilterFields, fitTogether } from './filters.ts';

const cursorSentence = 'This place in the results cannot be read. Search again.';

export const callSearchQuery = z
  .object({
    ...callFilterFields,
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
      limits.pageSize,
    ),
    /** `next` or `older` of the answer before. */
    after: z.optional(z.string().check(z.regex(callIdPattern, cursorSentence))),
  })
  .check(fitTogether);
export type CallSearchQuery = z.infer<typeof callSearchQuery>;

/** Where the words stand that a call was found by. */
export const hitPlace = z.enum(['transcript', 'summary', 'instructions', 'note', 'name', 'number', 'id']);
export type HitPlace = z.infer<typeof hitPlace>;

export const hitPart = z.object({ text: z.string(), marked: z.boolean() });

export const callHit = z.object({
  where: hitPlace,
  /** Of the transcript entry. */
  ordinal: z.optional(z.int()),
  /** A piece of the text, what was searched for marked. */
  parts: z.array(hitPart),
  /** The call has a recording that can be played from there. */
  playable: z.optional(z.boolean()),
});
export type CallHit = z.infer<typeof callHit>;

export const callSearchResponse = z.object({
  hits: z.array(
    z.object({
      call,
      /** Null where nothing was searched for. Of words in several places it is the one with most of them. */
      hit: z.nullable(callHit),
    }),
  ),
  /** There are more results, the next of them after this. */
  next: z.nullable(callId),
  /** The search stopped for time: calls before this place have not been looked at yet. Never together with `next`. */
  older: z.nullable(callId),
});
export type CallSearchResponse = z.infer<typeof callSearchResponse>;

import * as z from 'zod/mini';
import { limits } from '../limits.ts';

export const deliveryStates = {
  waiting: 'Waiting',
  delivered: 'Accepted',
  failed: 'Given up',
} as const;
export type DeliveryState = keyof typeof deliveryStates;
export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);

/** Why an attempt was not accepted. */
export const deliveryProblems = {
  status: 'The endpoint did not accept it.',
  redirect: 'The endpoint answered with a redirect, which is not followed.',
  gone: 'The endpoint answered that it is gone.',
  timeout: 'The endpoint did not answer within 15 seconds.',
  unreachable: 'The endpoint could not be reached.',
  not_allowed: 'The address leads into a private network, or is none that may be connected to.',
  no_secret: 'The secret of the endpoint cannot be read, so nothing was sent.',
} as const;
export type DeliveryProblem = keyof typeof deliveryProblems;
export const deliveryProblem = z.enum(
  Object.keys(deliveryProblems) as [DeliveryProblem, ...DeliveryProblem[]],
);

/** One time that an event was sent. */
export const deliveryAttempt = z.object({
  at: z.iso.datetime(),
  milliseconds: z.int(),
  /** Null where no answer came. */
  status: z.nullable(z.int()),
  /** Null where it was accepted. */
  problem: z.nullable(deliveryProblem),
  /** The beginning of the answer, at most 2 kB. */
  answer: z.string(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** The column with the latest attempts. */
export const storedAttempts = z.object({ version: z.literal(1), attempts: z.array(deliveryAttempt) });
export type StoredAttempts = z.infer<typeof storedAttempts>;

/** An event on its way to one endpoint. */
export const delivery = z.object({
  id: z.uuid(),
  /** The header `webhook-id`, the same whenever it is sent. */
  webhookId: z.string(),
  type: z.string(),
  callId: z.nullable(z.uuid()),
  state: deliveryState,
  /** How often it was sent. */
  attempts: z.int(),
  /** When it is sent next, at the earliest; null where it is not. */
  nextAt: z.nullable(z.iso.datetime()),
  /** True: an earlier event of the same call is sent first. */
  held: z.boolean(),
  /** The latest attempt; null before the first. */
  last: z.nullable(z.omit(deliveryAttempt, { answer: true })),
  createdAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryDetail = z.extend(delivery, {
  /** What is sent, to the letter. */
  body: z.string(),
  /** The latest 20, oldest first. */
  made: z.array(deliveryAttempt),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const deliveriesQuery = z.object({
  state: z.optional(deliveryState),
  type: z.optional(z.string().check(z.maxLength(60))),
  /** Only of this call. */
  call: z.optional(z.string().check(z.maxLength(60))),
  /** `nextCursor` of the page before. */
  after: z.optional(z.string().check(z.maxLength(60))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
    limits.pageSize,
  ),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

export const deliveriesResponse = z.object({
  deliveries: z.array(delivery),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
});
export const deliveryResponse = z.object({ delivery });
export const deliveryDetailResponse = z.object({ delivery: deliveryDetail });

const rangeSentence = 'The range cannot be read.';
export const repeatRangeBody = z.object({
  /** Events from this time on. */
  from: z.iso.datetime(rangeSentence),
  /** Events before this time. */
  to: z.iso.datetime(rangeSentence),
  /** `failed`: what was given up. `all`: also what was accepted. */
  which: z.enum(['failed', 'all'], 'Say which deliveries are repeated: failed or all.'),
  /** `next` of the answer before, with the same range. */
  after: z.optional(z.uuid('Take what the answer before says under next.')),
});
export type RepeatRangeBody = z.infer<typeof repeatRangeBody>;
export const repeatRangeResponse = z.object({
  repeated: z.int(),
  /** True: there are more than are repeated at once. */
  hasMore: z.boolean(),
  /** To go on with, as `after`; null where nothing is left. */
  next: z.nullable(z.uuid()),
});

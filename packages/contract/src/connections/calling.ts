import * as z from 'zod/mini';
import { problem } from './problems.ts';

/** On the sandbox side calls reach nobody's phone; on the real side they do. */
export const side = z.enum(['sandbox', 'real']);
export type Side = z.infer<typeof side>;

/** On which side the organization's calls are made, and whether they can be. */
export const calling = z.object({
  side,
  /** Why a call would be refused now; null: it would be made. */
  refused: z.nullable(problem),
  /** Null where this server has no sandbox. */
  sandbox: z.nullable(z.object({ handsetUrl: z.string() })),
  /** What speaks on calls of the side. */
  speaker: z.enum(['model', 'scripted', 'none']),
  /** The name of the model. */
  speakerName: z.nullable(z.string()),
  /** Worth saying although calls are made: the scripted agent stands in for a model that does not answer. */
  note: z.nullable(problem),
  /** Two-letter code of the country that phone numbers without a calling code belong to; null when not known. */
  country: z.nullable(z.string()),
  /** What the organization has tried already. */
  firstSteps: z.object({ placed: z.boolean(), handset: z.boolean(), live: z.boolean() }),
  /** Counts the changes of the side. A change names the revision that it is based on; zero: never changed. */
  revision: z.int(),
});
export type Calling = z.infer<typeof calling>;
export const callingResponse = z.object({ calling });

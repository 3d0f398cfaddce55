import * as z from 'zod/mini';

/** One difference between two configurations, in words. `before` and `after` are there where the words are not enough. */
export const configChange = z.object({
  path: z.string(),
  sentence: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ConfigChange = z.infer<typeof configChange>;

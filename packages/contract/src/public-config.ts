import * as z from 'zod/mini';

/** What the browser gets before sign-in. Nothing in it is secret. */
export const publicConfig = z.object({
  appKey: z.string(),
  identity: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('built-in'),
      /** True while the first account does not exist and this client needs the one-time code to create it. */
      firstAccountNeedsCode: z.boolean(),
      /** Who may create an account (docs/people.md). Left out by earlier releases, where everybody may. */
      signUp: z.optional(z.enum(['open', 'invited', 'closed'])),
    }),
    z.object({ provider: z.literal('clerk'), publishableKey: z.string() }),
  ]),
  /** Set while the sandbox carrier is in use: no real calls are made. */
  sandbox: z.nullable(z.object({ handsetUrl: z.string() })),
  /** What speaks on calls: a language model, the built-in scripted agent, or nothing. */
  speaker: z.enum(['model', 'scripted', 'none']),
  /** Two-letter code of the country that phone numbers without a calling code belong to; null when not known. */
  country: z.optional(z.nullable(z.string())),
});
export type PublicConfig = z.infer<typeof publicConfig>;

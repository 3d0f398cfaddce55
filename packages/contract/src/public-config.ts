import * as z from 'zod/mini';
import type { Route } from './route.ts';

/** What the browser is told before anybody has signed in. Nothing in it is secret. */
export const publicConfig = z.object({
  appKey: z.string(),
  identity: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('built-in'),
      /** True while whoever asks would need the one-time code to make the first account. */
      firstAccountNeedsCode: z.boolean(),
    }),
    z.object({ provider: z.literal('clerk'), publishableKey: z.string() }),
  ]),
  /** Set while the sandbox carrier is in use: no real calls are made. */
  sandbox: z.nullable(z.object({ handsetUrl: z.string() })),
  /** Who speaks: a language model, the built-in scripted agent, or nobody. */
  speaker: z.enum(['model', 'scripted', 'none']),
  /** Two letters: numbers without a country code are read as they are written there. Null where that is not known. */
  country: z.optional(z.nullable(z.string())),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** Stands apart from the other routes, so that a page which needs only this one loads no other schema. */
export const configRoute = {
  method: 'GET',
  path: '/config.json',
  guard: 'public',
  summary: 'What the browser needs to know before sign-in.',
  answer: publicConfig,
  errors: [],
} as const satisfies Route;

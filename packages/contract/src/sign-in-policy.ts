import * as z from 'zod/mini';
import { accountManager } from './people/people.ts';

/** How long a session may be without anybody doing something, in minutes. */
export const idleChoices = [5, 10, 15, 30, 60, 120, 240, 480, 720, 1440] as const;
export const defaultIdleMinutes = 720;

export const signInPolicy = z.object({
  secondFactorRequired: z.boolean(),
  idleMinutes: z
    .int()
    .check(
      z.refine(
        (minutes) => (idleChoices as readonly number[]).includes(minutes),
        'Choose one of the times of the list.',
      ),
    ),
});
export type SignInPolicy = z.infer<typeof signInPolicy>;

export const startingSignInPolicy: SignInPolicy = {
  secondFactorRequired: false,
  idleMinutes: defaultIdleMinutes,
};

export const signInPolicyResponse = z.object({
  policy: signInPolicy,
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
  changedAt: z.nullable(z.iso.datetime()),
  /** Null: nobody has changed it yet, or the person was erased. */
  changedBy: z.nullable(z.object({ displayName: z.string() })),
  /** With another service than Parley's own, the policy is not applied here. */
  managedBy: accountManager,
});
export type SignInPolicyResponse = z.infer<typeof signInPolicyResponse>;

export const signInPolicyBody = z.object({ revision: z.int(), policy: signInPolicy });

export const exampleSignInPolicy: SignInPolicyResponse = {
  policy: startingSignInPolicy,
  revision: 0,
  changedAt: null,
  changedBy: null,
  managedBy: 'built-in',
};

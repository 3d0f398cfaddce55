import * as z from 'zod/mini';
import { organizationNameMax } from '../organization/organization.ts';
import { side } from './calling.ts';
import { check } from './connection.ts';

/** What only a person can say that it is ready. */
export const lookedAtItems = ['opening', 'limits', 'dnc', 'access'] as const;
export const lookedAtItem = z.enum(lookedAtItems);
export type LookedAtItem = z.infer<typeof lookedAtItem>;

/** Also the details of `not_ready`. */
export const goLiveState = z.object({
  checks: z.array(check),
  side,
  revision: z.int(),
  /** What is typed to confirm. */
  organizationName: z.string(),
});
export type GoLiveState = z.infer<typeof goLiveState>;
export const goLiveResponse = z.object({ goLive: goLiveState });

export const lookAtBody = z.object({ item: lookedAtItem });
export const goLiveBody = z.object({
  confirmation: z.string().check(z.trim(), z.maxLength(organizationNameMax)),
  revision: z.int(),
});
/** Never refused as out of date: whoever wants no more real calls means it, whatever else has changed. */
export const backToSandboxBody = z.object({ revision: z.optional(z.int()) });
export type GoLiveBody = z.infer<typeof goLiveBody>;

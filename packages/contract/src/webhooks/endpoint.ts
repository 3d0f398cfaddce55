import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';
import { webhookEventNames } from './event-types.ts';

/** Why an endpoint is off. */
export const webhookOffReasons = {
  person: 'Somebody has switched it off.',
  gone: 'It answered that it is gone (410).',
  failing: 'It accepted nothing for about three days.',
} as const;
export type WebhookOffReason = keyof typeof webhookOffReasons;
export const webhookOffReason = z.enum(
  Object.keys(webhookOffReasons) as [WebhookOffReason, ...WebhookOffReason[]],
);

/** Where events are sent to, without its secret. */
export const webhookEndpoint = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  /** Types of events. One that this release does not know any more stays. */
  events: z.array(z.string()),
  enabled: z.boolean(),
  /** Null while it is on. */
  off: z.nullable(z.object({ reason: webhookOffReason, at: z.iso.datetime() })),
  /** Since when it has accepted nothing; null where the latest delivery was accepted. */
  failingSince: z.nullable(z.iso.datetime()),
  /** Until then the secret before signs too; null where there is none. */
  earlierSecretUntil: z.nullable(z.iso.datetime()),
  /** Deliveries that are still to be accepted. */
  waiting: z.int(),
  createdAt: z.iso.datetime(),
  /** Null once that account was erased. */
  createdBy: z.nullable(z.object({ displayName: z.string() })),
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

const nameSentence = 'An endpoint needs a name.';
const addressSentence = 'An endpoint needs an address, such as https://example.com/webhooks.';
const eventsSentence = 'Choose at least one event.';

const settings = {
  name: z.string(nameSentence).check(
    z.refine((text) => text.trim().length > 0, nameSentence),
    maxCharacters(
      limits.webhookNameMax,
      `The name of an endpoint may have at most ${limits.webhookNameMax} characters.`,
    ),
  ),
  address: z.string(addressSentence).check(
    z.refine((text) => text.trim().length > 0, addressSentence),
    maxCharacters(
      limits.webhookAddressMax,
      `The address may have at most ${limits.webhookAddressMax} characters.`,
    ),
  ),
  events: z
    .array(z.enum(webhookEventNames, 'There is no such event.'), eventsSentence)
    .check(z.minLength(1, eventsSentence), z.maxLength(100, 'There are not so many events.')),
};
const revision = z.int('Say which revision the change is based on.');

export const createWebhookBody = z.object(settings);
export type CreateWebhookBody = z.infer<typeof createWebhookBody>;
export const changeWebhookBody = z.object({
  ...settings,
  enabled: z.boolean('Say whether the endpoint is on.'),
  revision,
});
export type ChangeWebhookBody = z.infer<typeof changeWebhookBody>;
export const rotateWebhookBody = z.object({ revision });

export const webhooksResponse = z.object({ endpoints: z.array(webhookEndpoint) });
export const webhookResponse = z.object({ endpoint: webhookEndpoint });
export const webhookSecretResponse = z.object({
  endpoint: webhookEndpoint,
  /** With it the receiver checks the signature. Shown this once. */
  secret: z.string(),
});
export const deleteWebhookResponse = z.object({ deleted: z.literal(true) });

export const tooManyWebhooksSentence = `There are ${limits.webhooksMax} endpoints, which is the most. Delete one first.`;

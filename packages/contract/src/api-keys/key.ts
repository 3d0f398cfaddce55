import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';
import { type Permission, permissionsOf } from '../permissions.ts';

/** What lets somebody in is done by people: a key makes no keys and gives nobody a role. */
const forPeopleOnly: readonly Permission[] = ['keys.manage', 'people.manage'];

/** What a key may be allowed, in the order of the table of permissions. */
export const keyPermissions = permissionsOf.admin.filter((permission) => !forPeopleOnly.includes(permission));

/** How often a key may be used where nothing else is said. */
export const keyRequestsDefault = 600;

/** An API key without its secret, which is shown once and not kept. */
export const apiKey = z.object({
  /** Stands in the secret too, so that a key that was found somewhere can be told. */
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  requestsPerMinute: z.int(),
  createdAt: z.iso.datetime(),
  /** Null once that account was erased. */
  createdBy: z.nullable(z.object({ displayName: z.string() })),
  expiresAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
  /** To the hour. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type ApiKey = z.infer<typeof apiKey>;

const nameSentence = 'A key needs a name.';
const permissionsSentence = 'Choose what the key may do.';
const rateSentence = `A key may be used 1 to ${limits.apiKeyRequestsMax} times a minute.`;
const expirySentence = 'The day on which the key expires cannot be read.';

export const createApiKeyBody = z.object({
  name: z.string(nameSentence).check(
    z.refine((text) => text.trim().length > 0, nameSentence),
    maxCharacters(
      limits.apiKeyNameMax,
      `The name of a key may have at most ${limits.apiKeyNameMax} characters.`,
    ),
  ),
  permissions: z
    .array(
      z.enum(keyPermissions as [Permission, ...Permission[]], 'A key cannot have this permission.'),
      permissionsSentence,
    )
    .check(z.minLength(1, permissionsSentence)),
  requestsPerMinute: z._default(
    z.int(rateSentence).check(z.minimum(1, rateSentence), z.maximum(limits.apiKeyRequestsMax, rateSentence)),
    keyRequestsDefault,
  ),
  /** Null or left out: it lasts until it is revoked. */
  expiresAt: z._default(z.nullable(z.iso.datetime(expirySentence)), null),
});
export type CreateApiKeyBody = z.input<typeof createApiKeyBody>;

export const apiKeysResponse = z.object({ keys: z.array(apiKey) });
export const createApiKeyResponse = z.object({
  key: apiKey,
  /** Sent as `Authorization: Bearer …`. Shown this once. */
  secret: z.string(),
});
export const apiKeyResponse = z.object({ key: apiKey });

export const tooManyApiKeysSentence = `There are ${limits.apiKeysMax} keys that work, which is the most. Revoke one first.`;

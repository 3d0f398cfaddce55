import type { ConnectionKind } from '@parley/contract';
import { type SecretPart, secretParts } from '../../../ports/connections.ts';
import type { SecretPurpose } from '../../../ports/vault.ts';

export const secretPrefix = 'connections/';

export const secretName = (id: string, part: SecretPart) => `${secretPrefix}${id}/${part}`;

/** Null for a name of another form. */
export function partOf(name: string): { readonly id: string; readonly part: SecretPart } | null {
  const [, id, part] = /^connections\/([0-9a-f-]{36})\/([a-z-]+)$/.exec(name) ?? [];
  const known = secretParts.find((each) => each === part);
  return id !== undefined && known !== undefined ? { id, part: known } : null;
}

/** What may use the secrets of a connection. An address has none. */
export const purposeOf: Readonly<Record<Exclude<ConnectionKind, 'address'>, SecretPurpose>> = {
  phone: 'phone-account',
  model: 'model',
  speech: 'speech',
  mail: 'mail',
  storage: 'storage',
};

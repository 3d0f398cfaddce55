import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import {
  type NewSecret,
  SecretUnusable,
  type SecretValue,
  vaultLimits,
  type WantedSecret,
} from '../../ports/vault.ts';
import type { secrets as table } from './schema.ts';

/** What the sealed text is bound to: a row that is copied to another tenant, name or purpose does not open. */
export const placeOfSecret = (tenantId: string, name: string, purpose: string) => [
  'secrets',
  tenantId,
  name,
  purpose,
];

export type SealedRow = Pick<
  typeof table.$inferSelect,
  'keyId' | 'sealed' | 'earlierKeyId' | 'earlierSealed' | 'setAt'
>;

export function sealSecret(
  secrets: AuthSecrets,
  tenantId: string,
  { name, purpose, value }: Omit<NewSecret, 'actor'>,
): Pick<SealedRow, 'keyId' | 'sealed'> {
  const sealed = seal(secrets.current, placeOfSecret(tenantId, name, purpose), value);
  return { keyId: secrets.current.id, sealed };
}

/** Throws SecretUnusable where the value cannot be opened with the secrets of this server. */
export function openSecret(
  secrets: AuthSecrets,
  tenantId: string,
  wanted: WantedSecret,
  row: SealedRow,
  now: number,
): SecretValue {
  const open = (keyId: string, text: string): string => {
    const secret = secrets.find(keyId);
    if (secret === null) throw new SealBroken();
    return unseal(secret, placeOfSecret(tenantId, wanted.name, wanted.purpose), text);
  };
  // A value that could not be read any more may be why it was replaced.
  const openOrNull = (id: string, text: string): string | null => {
    try {
      return open(id, text);
    } catch {
      return null;
    }
  };
  const { keyId, setAt, earlierKeyId, earlierSealed } = row;
  const isOffered = now < setAt.getTime() + vaultLimits.earlierForMs;
  try {
    const earlier =
      isOffered && earlierKeyId && earlierSealed ? openOrNull(earlierKeyId, earlierSealed) : null;
    return { value: open(keyId, row.sealed), earlier };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SecretUnusable(wanted.name, 'unreadable');
  }
}

import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import { type NewSecret, type SecretChange, type SecretProblem, vaultLimits } from '../../ports/vault.ts';
import { appendAudit } from './audit/append.ts';
import type { Transaction } from './database.ts';
import { and, eq, sql } from './drizzle.ts';
import { secrets as table } from './schema.ts';
import { sealSecret } from './sealed-secret.ts';

/** Changes of the vault inside the transaction of whatever they belong to. */
export interface VaultWriter {
  /** Null when it is stored. */
  put(tx: Transaction, tenantId: string, secret: NewSecret): Promise<SecretProblem | null>;
  replace(tx: Transaction, tenantId: string, change: SecretChange): Promise<SecretProblem | null>;
  /** False when there is none with this name. */
  remove(tx: Transaction, tenantId: string, name: string, actor: string): Promise<boolean>;
}

export function vaultWriter(secrets: AuthSecrets, now: () => number): VaultWriter {
  return {
    put: async (tx, tenantId, secret) => {
      const problem = problemOf(secret);
      if (problem !== null) return problem;
      const { name, purpose, actor } = secret;
      // Two at once could both find room for one.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`secrets ${tenantId}`}, 0))`);
      if (await isFull(tx, tenantId)) return 'too many secrets';
      const row = { tenantId, name, purpose, setBy: actor, ...sealSecret(secrets, tenantId, secret) };
      const stored = await tx.insert(table).values(row).onConflictDoNothing();
      if (stored.rowCount === 0) return 'name is taken';
      await recordChange(tx, tenantId, { actor, action: 'secret.set', name });
      return null;
    },
    replace: async (tx, tenantId, change) => {
      const { name, value, actor } = change;
      const where = and(eq(table.tenantId, tenantId), eq(table.name, name));
      const [found] = await tx.select({ purpose: table.purpose }).from(table).where(where);
      if (found === undefined) return 'no such secret';
      const problem = problemOf(change);
      if (problem !== null) return problem;
      const sealed = sealSecret(secrets, tenantId, { name, value, purpose: found.purpose });
      await tx
        .update(table)
        .set({ ...sealed, setBy: actor, setAt: new Date(now()) })
        .where(where);
      await recordChange(tx, tenantId, { actor, action: 'secret.replaced', name });
      return null;
    },
    remove: async (tx, tenantId, name, actor) => {
      const removed = await tx.delete(table).where(and(eq(table.tenantId, tenantId), eq(table.name, name)));
      if (removed.rowCount === 0) return false;
      await recordChange(tx, tenantId, { actor, action: 'secret.removed', name });
      return true;
    },
  };
}

const validName = /^[A-Za-z0-9](?:[A-Za-z0-9 ._/-]*[A-Za-z0-9])?$/;

function problemOf({ name, value }: Pick<NewSecret, 'name' | 'value'>): SecretProblem | null {
  if (name.length > vaultLimits.nameMax || !validName.test(name)) return 'invalid name';
  const bytes = Buffer.byteLength(value);
  return bytes === 0 || bytes > vaultLimits.valueBytesMax ? 'invalid value' : null;
}

async function isFull(tx: Transaction, tenantId: string): Promise<boolean> {
  const kept = await tx.$count(table, eq(table.tenantId, tenantId));
  return kept >= vaultLimits.secretsMax;
}

interface Change {
  readonly actor: string;
  readonly action: 'secret.set' | 'secret.replaced' | 'secret.removed';
  readonly name: string;
}

async function recordChange(
  tx: Transaction,
  tenantId: string,
  { actor, action, name }: Change,
): Promise<void> {
  await appendAudit(tx, { tenantId, actor, action, subject: name });
}

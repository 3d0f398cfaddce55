import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Log } from '../../ports/log.ts';
import {
  type NewSecret,
  type SecretProblem,
  SecretUnusable,
  type SecretValue,
  type Vault,
  vaultLimits,
  type WantedSecret,
} from '../../ports/vault.ts';
import type { Database, Transaction } from './database.ts';
import { and, asc, eq, sql } from './drizzle.ts';
import { auditLog, secrets as table } from './schema.ts';

/** What the sealed text is bound to: a row that is copied to another tenant, name or purpose does not open. */
export const placeOfSecret = (tenantId: string, name: string, purpose: string) => [
  'secrets',
  tenantId,
  name,
  purpose,
];

export interface VaultDeps {
  readonly database: Database;
  readonly secrets: AuthSecrets;
  readonly log: Log;
  readonly now?: () => number;
}

export function createVault({ database, secrets, log, now = Date.now }: VaultDeps): Vault {
  const openRow = (tenantId: string, wanted: WantedSecret, row: typeof table.$inferSelect): SecretValue => {
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
    const isOffered = now() < setAt.getTime() + vaultLimits.earlierForMs;
    try {
      const earlier =
        isOffered && earlierKeyId && earlierSealed ? openOrNull(earlierKeyId, earlierSealed) : null;
      return { value: open(keyId, row.sealed), earlier };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ tenantId, secret: wanted.name, keyId }, 'a secret in the vault cannot be read');
      throw new SecretUnusable(wanted.name, 'unreadable');
    }
  };
  const sealed = (tenantId: string, { name, purpose, value }: Omit<NewSecret, 'actor'>) => ({
    keyId: secrets.current.id,
    sealed: seal(secrets.current, placeOfSecret(tenantId, name, purpose), value),
  });
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) =>
        tx
          .select({ name: table.name, purpose: table.purpose, setBy: table.setBy, setAt: table.setAt })
          .from(table)
          .where(eq(table.tenantId, tenantId))
          .orderBy(asc(table.name)),
      ),
    put: async (tenantId, secret) => {
      const problem = problemOf(secret);
      if (problem !== null) return problem;
      const { name, purpose, actor } = secret;
      const row = { tenantId, name, purpose, setBy: actor, ...sealed(tenantId, secret) };
      return database.forTenant(tenantId, async (tx): Promise<SecretProblem | null> => {
        // Two at once could both find room for one.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`secrets ${tenantId}`}, 0))`);
        if (await isFull(tx, tenantId)) return 'too many secrets';
        const stored = await tx.insert(table).values(row).onConflictDoNothing();
        if (stored.rowCount === 0) return 'name is taken';
        await recordChange(tx, tenantId, { actor, action: 'secret.set', name });
        return null;
      });
    },
    replace: async (tenantId, change) => {
      const { name, value, actor } = change;
      return database.forTenant(tenantId, async (tx): Promise<SecretProblem | null> => {
        const where = and(eq(table.tenantId, tenantId), eq(table.name, name));
        const [found] = await tx.select({ purpose: table.purpose }).from(table).where(where);
        if (found === undefined) return 'no such secret';
        const problem = problemOf(change);
        if (problem !== null) return problem;
        await tx
          .update(table)
          .set({
            ...sealed(tenantId, { name, value, purpose: found.purpose }),
            setBy: actor,
            setAt: new Date(now()),
          })
          .where(where);
        await recordChange(tx, tenantId, { actor, action: 'secret.replaced', name });
        return null;
      });
    },
    remove: (tenantId, name, actor) =>
      database.forTenant(tenantId, async (tx) => {
        const removed = await tx.delete(table).where(and(eq(table.tenantId, tenantId), eq(table.name, name)));
        if (removed.rowCount === 0) return false;
        await recordChange(tx, tenantId, { actor, action: 'secret.removed', name });
        return true;
      }),
    use: async (tenantId, wanted, work) => {
      const row = await find(database, tenantId, wanted);
      if (row === undefined) throw new SecretUnusable(wanted.name, 'missing');
      return work(openRow(tenantId, wanted, row));
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

/** As the system: the role that acts for a tenant cannot read it. */
async function find(database: Database, tenantId: string, { name, purpose }: WantedSecret) {
  const where = and(eq(table.tenantId, tenantId), eq(table.name, name), eq(table.purpose, purpose));
  const rows = await database.asSystem((tx) => tx.select().from(table).where(where));
  return rows[0];
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
  await tx.insert(auditLog).values({ tenantId, actor, action, subject: name });
}

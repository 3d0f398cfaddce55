import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Log } from '../../ports/log.ts';
import { vaultLimits } from '../../ports/vault.ts';
import type { Database } from './database.ts';
import { placeOfKey } from './deployment-keys.ts';
import { and, eq, notInArray, or, sql } from './drizzle.ts';
import { deploymentKeys, secrets as kept } from './schema.ts';
import { placeOfSecret } from './sealed-secret.ts';

export interface Resealed {
  readonly resealed: number;
  /** What no known secret opens. */
  readonly unreadable: number;
}

/**
 * Seals with the current AUTH_SECRET what the replaced one has sealed. Every server does it when it starts, so the last
 * one of a move to the next secret finds nothing left. Each row is changed only if nobody else has changed it.
 */
export async function resealSecrets(database: Database, secrets: AuthSecrets, log: Log): Promise<Resealed> {
  const counted = { resealed: 0, unreadable: 0 };
  await database.asSystem((tx) => tx.execute(dropEarlierValues));
  for (const row of await rowsOf(database, secrets)) {
    const { keyId, sealed, earlierKeyId, earlierSealed } = row.texts;
    const anew = (id: string, text: string) => {
      const secret = secrets.find(id);
      if (secret === null) throw new SealBroken();
      return seal(secrets.current, row.place, unseal(secret, row.place, text));
    };
    try {
      const earlier = earlierKeyId && earlierSealed ? orNull(() => anew(earlierKeyId, earlierSealed)) : null;
      const changed = await row.store({
        keyId: secrets.current.id,
        sealed: anew(keyId, sealed),
        earlierKeyId: earlier === null ? null : secrets.current.id,
        earlierSealed: earlier,
      });
      if (changed) counted.resealed += 1;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      counted.unreadable += 1;
      log.error(
        { place: row.place, keyId },
        'a stored secret cannot be decrypted with any AUTH_SECRET of this server',
      );
    }
  }
  if (counted.resealed > 0) log.info({ ...counted }, 'secrets sealed with the new AUTH_SECRET');
  return counted;
}

function orNull(open: () => string): string | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** Values that were replaced longer ago than they are accepted. */
const dropEarlierValues = sql`
  update secrets set earlier_key_id = null, earlier_sealed = null
  where earlier_sealed is not null and set_at < now() - make_interval(secs => ${vaultLimits.earlierForMs / 1000})`;

interface Texts {
  readonly keyId: string;
  readonly sealed: string;
  readonly earlierKeyId: string | null;
  readonly earlierSealed: string | null;
}

interface SealedRow {
  readonly place: readonly string[];
  readonly texts: Texts;
  /** False when somebody else has changed it meanwhile. */
  readonly store: (texts: Texts) => Promise<boolean>;
}

/** Rows sealed with neither the current secret nor the one that the deployment is moving to. */
async function rowsOf(database: Database, secrets: AuthSecrets): Promise<SealedRow[]> {
  const valid = secrets.accepted.map(({ id }) => id).filter((id) => id !== secrets.replaced?.id);
  return database.asSystem(async (tx) => {
    const outdated = or(notInArray(kept.keyId, valid), notInArray(kept.earlierKeyId, valid));
    const ofTenants = await tx.select().from(kept).where(outdated);
    const ofDeployment = await tx
      .select()
      .from(deploymentKeys)
      .where(notInArray(deploymentKeys.keyId, valid));
    return [
      ...ofTenants.map((row) => ({
        place: placeOfSecret(row.tenantId, row.name, row.purpose),
        texts: row,
        store: (texts: Texts) =>
          database.asSystem(async (own) => {
            const same = and(
              eq(kept.tenantId, row.tenantId),
              eq(kept.name, row.name),
              eq(kept.sealed, row.sealed),
            );
            return (
              (
                await own
                  .update(kept)
                  .set({ ...texts })
                  .where(same)
              ).rowCount === 1
            );
          }),
      })),
      ...ofDeployment.map((row) => ({
        place: placeOfKey(row.name),
        texts: { keyId: row.keyId, sealed: row.sealed, earlierKeyId: null, earlierSealed: null },
        store: ({ keyId, sealed }: Texts) =>
          database.asSystem(async (own) => {
            const same = and(eq(deploymentKeys.name, row.name), eq(deploymentKeys.sealed, row.sealed));
            return (await own.update(deploymentKeys).set({ keyId, sealed }).where(same)).rowCount === 1;
          }),
      })),
    ];
  });
}

/** Sessions signed with it have ended by then. */
const forgetAfterDays = 8;

/** Removes the replaced secret from the database, once it signs and seals nothing any more. */
export async function forgetReplacedSecret(
  database: Database,
  { unreadable }: Pick<Resealed, 'unreadable'>,
  log: Log,
): Promise<void> {
  const pool = database.identityPool;
  const { rows } = await pool.query<{ id: string }>(
    `select previous_id as id from identity.auth_secret
     where previous_id is not null and moved_at < now() - make_interval(days => $1)`,
    [forgetAfterDays],
  );
  const [replaced] = rows;
  if (replaced === undefined) return;
  const used = await database.asSystem((tx) =>
    tx.execute(sql`
      select from secrets where ${replaced.id} in (key_id, earlier_key_id)
      union all select from deployment_keys where key_id = ${replaced.id}`),
  );
  const ofAccounts = await pool.query('select from identity.second_factor where key_id = $1', [replaced.id]);
  // What it cannot open is no reason to keep it.
  if ((used.rowCount ?? 0) + (ofAccounts.rowCount ?? 0) > unreadable) return;
  const update =
    'update identity.auth_secret set previous_id = null, previous_sealed = null where previous_id = $1';
  await pool.query(update, [replaced.id]);
  log.info({}, 'the replaced AUTH_SECRET is no longer accepted');
}

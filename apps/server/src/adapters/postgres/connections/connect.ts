import { isDeepStrictEqual } from 'node:util';
import type { ConnectResult, NewConnection } from '../../../ports/connections.ts';
import type { Transaction } from '../database.ts';
import { and, desc, eq, not, sql } from '../drizzle.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { forgetLookedAtLimits } from './calling-store.ts';
import { chooseNumbers } from './numbers.ts';
import { secretName } from './secret-names.ts';
import { connections } from './tables.ts';
import {
  audit,
  type ConnectionRow,
  isRow,
  lockConnectionsOf,
  lockNumbers,
  Refused,
  subjectOf,
  writeSecrets,
} from './writing.ts';

/** Row, secrets and numbers in one transaction. */
export async function connectIn(
  tx: Transaction,
  vault: VaultWriter,
  connection: NewConnection,
): Promise<ConnectResult> {
  const { actor, settings, secrets, phone } = connection;
  if (phone) await lockNumbers(tx);
  await lockConnectionsOf(tx, actor.tenantId);
  const active = await assertSeen(tx, connection);
  const known = await sameAccount(tx, connection);
  await endOthers(tx, connection, known);
  const stored = known ? await reactivate(tx, connection, known) : await insert(tx, connection);
  const { id } = stored;
  const row = { id, kind: settings.kind };
  await writeSecrets(tx, vault, actor, row, secrets);
  // The key that the account had before.
  if (known && secrets['api-secret'] === undefined)
    await vault.remove(tx, actor.tenantId, secretName(id, 'api-secret'), actor.userId);
  if (phone) await chooseNumbers(tx, actor.tenantId, stored, phone.numbers);
  if (phone && !isAsBefore(known, stored)) await forgetLookedAtLimits(tx, actor.tenantId);
  const replaced = active && active.id !== id ? { replaced: active.id } : {};
  await audit(tx, actor, 'connection.connected', subjectOf(id), { kind: settings.kind, ...replaced });
  return { kind: 'connected', id };
}

/** The active connection, where it is the one that the person saw. */
async function assertSeen(
  tx: Transaction,
  { actor, settings, replaces }: NewConnection,
): Promise<ConnectionRow | null> {
  const { tenantId } = actor;
  const [active = null] = await tx
    .select()
    .from(connections)
    .where(and(isOf(tenantId, settings.kind), eq(connections.state, 'active')))
    .for('update');
  if (replaces === null && active !== null) throw new Refused({ kind: 'stale' });
  if (replaces === null) return null;
  if (active !== null && active.id !== replaces.id) throw new Refused({ kind: 'stale' });
  const [seen] = await tx.select().from(connections).where(isRow(tenantId, replaces.id));
  if (seen?.revision !== replaces.revision) throw new Refused({ kind: 'stale' });
  return active;
}

const isOf = (tenantId: string, kind: ConnectionRow['kind']) =>
  and(eq(connections.tenantId, tenantId), eq(connections.kind, kind));

/** The tenant had this account before: it gets the same connection again, so that its paths stay valid. */
async function sameAccount(
  tx: Transaction,
  { actor, settings }: NewConnection,
): Promise<ConnectionRow | null> {
  if (settings.kind !== 'phone') return null;
  const [row = null] = await tx
    .select()
    .from(connections)
    .where(and(isOf(actor.tenantId, 'phone'), eq(connections.carrierAccount, settings.accountSid)))
    .orderBy(desc(connections.connectedAt))
    .limit(1);
  return row;
}

/** The account that was the last one comes back with the limits that somebody may have looked at. */
function isAsBefore(known: ConnectionRow | null, { limits }: ConnectionRow): boolean {
  return known !== null && known.state !== 'replaced' && isDeepStrictEqual(known.limits, limits);
}

async function endOthers(
  tx: Transaction,
  { actor, settings }: NewConnection,
  kept: ConnectionRow | null,
): Promise<void> {
  const { tenantId } = actor;
  await tx
    .update(connections)
    .set({
      state: 'replaced',
      endedAt: sql`coalesce(${connections.endedAt}, now())`,
      revision: sql`${connections.revision} + 1`,
    })
    .where(
      and(
        isOf(tenantId, settings.kind),
        not(eq(connections.state, 'replaced')),
        kept ? not(eq(connections.id, kept.id)) : undefined,
      ),
    );
}

const fresh = { checkedAt: null, failingSince: null, failure: null, endedAt: null, secretsRemovedAt: null };

function valuesOf({ actor, settings, phone }: NewConnection) {
  return {
    ...fresh,
    state: 'active' as const,
    settings,
    limits: phone ? { version: 1 as const, ...phone.limits } : null,
    connectedBy: actor.userId,
    connectedByName: actor.displayName,
  };
}

async function reactivate(
  tx: Transaction,
  connection: NewConnection,
  { id, tenantId, revision }: ConnectionRow,
) {
  const [row] = await tx
    .update(connections)
    .set({ ...valuesOf(connection), connectedAt: new Date(), revision: revision + 1 })
    .where(isRow(tenantId, id))
    .returning();
  return row as ConnectionRow;
}

async function insert(tx: Transaction, connection: NewConnection): Promise<ConnectionRow> {
  const { actor, settings, phone } = connection;
  const account =
    settings.kind === 'phone' && phone ? { carrier: phone.carrier, carrierAccount: settings.accountSid } : {};
  const [row] = await tx
    .insert(connections)
    .values({ ...valuesOf(connection), ...account, tenantId: actor.tenantId, kind: settings.kind })
    .returning();
  return row as ConnectionRow;
}

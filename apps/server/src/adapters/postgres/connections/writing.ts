import type { AuditAction } from '@parley/contract';
import type {
  Actor,
  ChangeRefused,
  ConnectionChange,
  ConnectionSettings,
  NewSecrets,
  SecretPart,
} from '../../../ports/connections.ts';
import { appendAudit } from '../audit/append.ts';
import type { Transaction } from '../database.ts';
import { and, eq, sql } from '../drizzle.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { purposeOf, secretName } from './secret-names.ts';
import { connections } from './tables.ts';

export type ConnectionRow = typeof connections.$inferSelect;

/** Undoes the transaction and carries its answer out of it. */
export class Refused extends Error {
  readonly refusal: ChangeRefused;

  constructor(refusal: ChangeRefused) {
    super(`Nothing is changed: ${refusal.kind}.`);
    this.refusal = refusal;
  }
}

/** One change of the connections of a tenant at a time. Whoever changes numbers takes their lock before. */
export async function lockConnectionsOf(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley connections'), hashtext(${tenantId}))`);
}

/** As whoever gives numbers to agents; see `number-registration.ts`. */
export async function lockNumbers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley numbers'))`);
  await tx.execute(sql`select set_config('parley.numbers', 'in step', true)`);
}

export const isRow = (tenantId: string, id: string) =>
  and(eq(connections.tenantId, tenantId), eq(connections.id, id));

/** The connection as the person saw it, locked. Throws Refused where it is gone or has changed since. */
export async function seenRow(
  tx: Transaction,
  { actor, id, revision }: ConnectionChange,
): Promise<ConnectionRow> {
  await lockConnectionsOf(tx, actor.tenantId);
  const [row] = await tx.select().from(connections).where(isRow(actor.tenantId, id)).for('update');
  if (!row) throw new Refused({ kind: 'missing' });
  if (row.revision !== revision) throw new Refused({ kind: 'stale' });
  return row;
}

/** Stores secrets of a connection, in the place of those with the same names. */
export async function writeSecrets(
  tx: Transaction,
  vault: VaultWriter,
  actor: Actor,
  { id, kind }: { readonly id: string; readonly kind: ConnectionSettings['kind'] },
  secrets: NewSecrets,
): Promise<void> {
  if (kind === 'address') return;
  for (const [part, value] of Object.entries(secrets) as [SecretPart, string][]) {
    const secret = { name: secretName(id, part), value, actor: actor.userId, purpose: purposeOf[kind] };
    let problem = await vault.replace(tx, actor.tenantId, secret);
    if (problem === 'no such secret') problem = await vault.put(tx, actor.tenantId, secret);
    if (problem !== null) throw new Error(`The secret of a connection cannot be stored: ${problem}.`);
  }
}

/** Ids and words of fixed lists. */
export async function audit(
  tx: Transaction,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
  action: AuditAction,
  subject: string,
  data: Record<string, unknown>,
): Promise<void> {
  await appendAudit(tx, { tenantId, actor: userId, action, subject, data });
}

export const subjectOf = (id: string) => `connection/${id}`;

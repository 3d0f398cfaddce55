import type { AuthSecrets } from '../../../ports/auth-secrets.ts';
import type {
  ConnectedNumber,
  ConnectionSecret,
  LoadedConnections,
  SecretPart,
  StoredCalling,
  StoredConnection,
} from '../../../ports/connections.ts';
import type { Log } from '../../../ports/log.ts';
import { SecretUnusable } from '../../../ports/vault.ts';
import type { Database, Transaction } from '../database.ts';
import { type AnyPgColumn, and, eq, isNotNull, isNull, or, sql } from '../drizzle.ts';
import { phoneNumbers, secrets as secretsTable } from '../schema.ts';
import { openSecret } from '../sealed-secret.ts';
import { partOf, secretPrefix } from './secret-names.ts';
import { calling, connectionChanges, connections } from './tables.ts';

type Row = typeof connections.$inferSelect;
type SecretRow = typeof secretsTable.$inferSelect;

export interface LoadDeps {
  readonly database: Database;
  readonly secrets: AuthSecrets;
  readonly log: Log;
  readonly now: () => number;
  /** Secrets that were reported as unreadable: everything is read often, and each is reported once. */
  readonly reported: Set<string>;
}

/** All that servers decide with, as it was at one moment. */
export async function loadConnections(deps: LoadDeps, tenantId?: string): Promise<LoadedConnections> {
  const { rows, secretRows, numbers, sides, version } = await deps.database.asSystem(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    return readAll(tx, tenantId);
  });
  const opened = openAll(deps, secretRows);
  const numbersOf = Map.groupBy(numbers, ({ connectionId }) => connectionId);
  const presented = (each: Row) => present(each, opened.get(each.id), numbersOf.get(each.id) ?? []);
  return {
    version,
    connections: rows.filter(({ secretsRemovedAt }) => secretsRemovedAt === null).map(presented),
    withoutSecrets: rows.filter(({ secretsRemovedAt }) => secretsRemovedAt !== null).map(presented),
    calling: sides.map(presentCalling),
  };
}

async function readAll(tx: Transaction, tenantId: string | undefined) {
  const [changes] = await tx.select().from(connectionChanges);
  const ofTenant = (column: AnyPgColumn) => (tenantId === undefined ? undefined : eq(column, tenantId));
  const rows = await tx
    .select()
    .from(connections)
    .where(
      and(
        or(isNull(connections.secretsRemovedAt), eq(connections.state, 'disconnected')),
        ofTenant(connections.tenantId),
      ),
    )
    .orderBy(connections.connectedAt, connections.id);
  const secretRows = await tx
    .select()
    .from(secretsTable)
    .where(and(sql`${secretsTable.name} like ${`${secretPrefix}%`}`, ofTenant(secretsTable.tenantId)));
  const numbers = await tx
    .select({
      connectionId: phoneNumbers.connectionId,
      number: phoneNumbers.number,
      sid: phoneNumbers.carrierSid,
      pointing: phoneNumbers.pointing,
      before: phoneNumbers.before,
    })
    .from(phoneNumbers)
    .where(and(isNotNull(phoneNumbers.connectionId), ofTenant(phoneNumbers.tenantId)))
    .orderBy(phoneNumbers.number);
  const sides = await tx.select().from(calling).where(ofTenant(calling.tenantId));
  return { rows, secretRows, numbers, sides, version: changes?.version ?? 0n };
}

interface Opened {
  readonly secrets: Map<SecretPart, ConnectionSecret>;
  unreadable: boolean;
}

/** By connection. One that cannot be read drops nothing but itself. */
function openAll({ secrets, log, now, reported }: LoadDeps, rows: readonly SecretRow[]): Map<string, Opened> {
  const opened = new Map<string, Opened>();
  for (const row of rows) {
    const named = partOf(row.name);
    if (named === null) continue;
    const known = opened.get(named.id) ?? { secrets: new Map(), unreadable: false };
    opened.set(named.id, known);
    try {
      const value = openSecret(secrets, row.tenantId, row, row, now());
      known.secrets.set(named.part, { ...value, setAt: row.setAt });
    } catch (error) {
      if (!(error instanceof SecretUnusable)) throw error;
      known.unreadable = true;
      const { tenantId, name, keyId } = row;
      const sealed = `${tenantId} ${name} ${row.setAt.getTime()}`;
      if (reported.has(sealed)) continue;
      reported.add(sealed);
      log.error({ tenantId, secret: name, keyId }, 'a secret in the vault cannot be read');
    }
  }
  return opened;
}

type NumberRow = Awaited<ReturnType<typeof readAll>>['numbers'][number];

function present(row: Row, opened: Opened | undefined, numbers: readonly NumberRow[]): StoredConnection {
  const { limits, failure, failingSince } = row;
  const failing = failure && failingSince ? { code: failure, since: failingSince } : null;
  return {
    tenantId: row.tenantId,
    id: row.id,
    settings: row.settings,
    limits: limits && withoutVersion(limits),
    state: row.state,
    revision: row.revision,
    connectedBy: row.connectedByName,
    connectedAt: row.connectedAt,
    endedAt: row.endedAt,
    checkedAt: row.checkedAt,
    failing,
    secrets: opened?.secrets ?? new Map(),
    unreadable: opened?.unreadable ?? false,
    numbers: numbers.map(presentNumber),
  };
}

function presentNumber({ number, sid, pointing, before }: NumberRow): ConnectedNumber {
  return { number, sid: sid ?? '', pointing, before: before && withoutVersion(before) };
}

export function presentCalling(row: typeof calling.$inferSelect): StoredCalling {
  const { tenantId, side, setBy, setByName, setAt, revision } = row;
  return { tenantId, side, setBy, setByName, setAt, revision, lookedAt: withoutVersion(row.lookedAt) };
}

function withoutVersion<T extends { version: 1 }>({ version: _, ...rest }: T): Omit<T, 'version'> {
  return rest;
}

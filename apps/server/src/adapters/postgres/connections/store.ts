import type { AuthSecrets } from '../../../ports/auth-secrets.ts';
import type { ConnectionStore, NewConnection } from '../../../ports/connections.ts';
import type { Log } from '../../../ports/log.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { tenants } from '../schema.ts';
import { vaultWriter } from '../vault-writes.ts';
import { writeLookedAt, writeSide, writeSideOfEnvironment } from './calling-store.ts';
import { changePhoneIn, endIn, replaceSecretsIn } from './change.ts';
import { connectIn } from './connect.ts';
import { markHealthIn } from './health.ts';
import { countCalls, findHeld, removeSecretsIn } from './hold.ts';
import { loadConnections } from './load.ts';
import { accountOf, claimedNumber, dropStrayNumbers, writePointing } from './numbers.ts';
import { refusing } from './refusals.ts';
import { connectionChanges } from './tables.ts';

export interface ConnectionStoreDeps {
  readonly database: Database;
  readonly secrets: AuthSecrets;
  readonly log: Log;
  readonly now?: () => number;
}

const ofDeployment: ReadonlySet<string> = new Set(['address', 'mail', 'storage']);

export function createConnectionStore({
  database,
  secrets,
  log,
  now = Date.now,
}: ConnectionStoreDeps): ConnectionStore {
  const vault = vaultWriter(secrets, now);
  const reported = new Set<string>();

  const onlyTenant = () =>
    database.asSystem(async (tx) => {
      const [first, second] = await tx.select({ id: tenants.id }).from(tenants).limit(2);
      return first && !second ? first.id : null;
    });

  const isOfDeployment = ({ settings }: NewConnection) =>
    ofDeployment.has(settings.kind) || (settings.kind === 'model' && settings.onThisMachine);

  return {
    load: (tenantId) => loadConnections({ database, secrets, log, now, reported }, tenantId),

    version: async () => {
      const [row] = await database.asSystem((tx) => tx.select().from(connectionChanges));
      return row?.version ?? 0n;
    },

    connect: async (connection) => {
      const { actor, settings, phone, environment } = connection;
      if (isOfDeployment(connection) && (await onlyTenant()) !== actor.tenantId)
        return { kind: 'one_organization_only' };
      const numbers = phone?.numbers.map(({ number }) => number) ?? [];
      if (settings.kind === 'phone' && phone) {
        if (environment?.account === settings.accountSid) return { kind: 'account_taken' };
        const account = { carrier: phone.carrier, carrierAccount: settings.accountSid };
        await dropStrayNumbers(database, actor.tenantId, account, numbers);
      }
      const taken = numbers.find((number) => environment?.numbers.includes(number));
      if (taken !== undefined) return { kind: 'number_claimed', number: taken };
      return refusing(
        () => database.forTenant(actor.tenantId, (tx) => connectIn(tx, vault, connection)),
        () => claimedNumber(database, null, numbers),
      );
    },

    replaceSecrets: (change) =>
      refusing(() => database.forTenant(change.actor.tenantId, (tx) => replaceSecretsIn(tx, vault, change))),

    changePhone: async (change) => {
      const numbers = change.numbers?.chosen.map(({ number }) => number) ?? [];
      const taken = numbers.find((number) => change.environment?.numbers.includes(number));
      if (taken !== undefined) return { kind: 'number_claimed', number: taken };
      const { tenantId } = change.actor;
      const account = numbers.length === 0 ? null : await accountOf(database, tenantId, change.id);
      if (account) await dropStrayNumbers(database, tenantId, account, numbers);
      return refusing(
        () => database.forTenant(tenantId, (tx) => changePhoneIn(tx, vault, change)),
        () => claimedNumber(database, change.id, numbers),
      );
    },

    disconnect: (change) =>
      refusing(() => database.forTenant(change.actor.tenantId, (tx) => endIn(tx, change, 'disconnected'))),

    useDefault: (change) =>
      refusing(() => database.forTenant(change.actor.tenantId, (tx) => endIn(tx, change, 'replaced'))),

    markHealth: (tenantId, id, failure, at) =>
      database.asSystem((tx) => markHealthIn(tx, tenantId, id, failure, at)),

    setSide: ({ actor, side, revision }) =>
      database.forTenant(actor.tenantId, (tx) => writeSide(tx, actor, side, revision)),

    sideOfEnvironment: (tenantId) =>
      database.forTenant(tenantId, (tx) => writeSideOfEnvironment(tx, tenantId)),

    markLookedAt: (actor, item) => database.forTenant(actor.tenantId, (tx) => writeLookedAt(tx, actor, item)),

    callsUp: (tenantId, id) => database.forTenant(tenantId, (tx) => countCalls(tx, tenantId, id)),

    heldUntil: (before) => database.asSystem((tx) => findHeld(tx, before)),

    removeSecrets: (tenantId, id) =>
      database.forTenant(tenantId, (tx) => removeSecretsIn(tx, vault, tenantId, id)),

    markPointing: (tenantId, id, change) =>
      database.forTenant(tenantId, async (tx) => {
        await tx.execute(sql`select set_config('parley.numbers', 'in step', true)`);
        await writePointing(tx, tenantId, id, change);
      }),

    onlyTenant,
  };
}

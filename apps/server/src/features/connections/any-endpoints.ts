import type { ConnectionKind, Connections, DisconnectResponse } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeResult, ConnectionStore, SecretPart, StoredConnection } from '../../ports/connections.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf, failed, refusalOf } from './changes.ts';
import type { CheckLimit } from './check-limit.ts';
import type { ConnectionTests } from './connection-tests.ts';

export interface AnyConnectionDeps {
  readonly store: Pick<ConnectionStore, 'replaceSecrets' | 'disconnect' | 'useDefault' | 'markHealth'>;
  /** A connection of the tenant as it is stored now; null where there is none with this id. */
  readonly find: (tenantId: string, id: string) => Promise<StoredConnection | null>;
  readonly tests: ConnectionTests;
  /** Puts back what the carrier had for the numbers of a phone account before they were pointed here. */
  readonly restoreNumbers: (
    connection: StoredConnection,
  ) => Promise<Pick<DisconnectResponse, 'restored' | 'notRestored'>>;
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
  readonly limit: CheckLimit;
  readonly clock: Clock;
}

type Names = 'replaceSecret' | 'testConnection' | 'disconnect' | 'useDefault';

/** The secret that a person types for a connection. An address has none. */
const secretOf: Partial<Record<ConnectionKind, SecretPart>> = {
  phone: 'auth-token',
  model: 'key',
  speech: 'key',
  mail: 'password',
  storage: 'secret-key',
};

/** What can be done with every connection, whichever kind it is. */
export function anyConnectionEndpoints(deps: AnyConnectionDeps): Pick<Endpoints, Names> {
  const { store, tests, changed, limit } = deps;

  const find = async ({ tenantId }: Caller, id: string, states: readonly StoredConnection['state'][]) => {
    const found = await deps.find(tenantId, id);
    if (found === null || !states.includes(found.state)) throw refusalOf({ kind: 'missing' });
    return found;
  };
  const stored = async (caller: Caller, result: ChangeResult) => {
    if (result.kind !== 'changed') throw refusalOf(result);
    return changed(caller);
  };

  return {
    replaceSecret: async ({ caller, params, body }) => {
      const connection = await find(caller, params.id, ['active']);
      const part = secretOf[connection.settings.kind];
      // An address has none; nor has a model of this machine, or a mail server without a login. One that cannot be read
      // is there, and is to be entered again.
      if (part === undefined || (!connection.secrets.has(part) && !connection.unreadable))
        throw new AppError('connection_not_found', 'This connection has no secret to replace.');
      if (connection.revision !== body.revision) throw refusalOf({ kind: 'stale' });
      const secrets = { [part]: body.secret };
      limit.take(caller.tenantId);
      const problem = (await tests[connection.settings.kind]?.(connection, secrets, 'asked')) ?? null;
      if (problem !== null) throw failed(problem);
      const change = { actor: actorOf(caller), id: connection.id, revision: body.revision, secrets };
      return stored(caller, await store.replaceSecrets(change));
    },

    testConnection: async ({ caller, params }) => {
      const connection = await find(caller, params.id, ['active']);
      limit.take(caller.tenantId);
      const problem = (await tests[connection.settings.kind]?.(connection, {}, 'asked')) ?? null;
      await store.markHealth(caller.tenantId, connection.id, problem?.code ?? null, deps.clock.now());
      return { problem, ...(await changed(caller)) };
    },

    disconnect: async ({ caller, params, body }) => {
      const connection = await find(caller, params.id, ['active']);
      const change = { actor: actorOf(caller), id: connection.id, revision: body.revision };
      const result = await store.disconnect(change);
      if (result.kind !== 'changed') throw refusalOf(result);
      // After it: should this server die now, the account is disconnected and its numbers are put back by a job.
      const numbers =
        connection.settings.kind === 'phone'
          ? await deps.restoreNumbers(connection)
          : { restored: [], notRestored: [] };
      return { ...(await changed(caller)), ...numbers };
    },

    useDefault: async ({ caller, params, body }) => {
      const connection = await find(caller, params.id, ['active', 'disconnected']);
      const change = { actor: actorOf(caller), id: connection.id, revision: body.revision };
      return stored(caller, await store.useDefault(change));
    },
  };
}

import {
  type CheckModelResponse,
  type ConnectionKind,
  type Connections,
  connectionKinds,
  type DisconnectResponse,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeResult, ConnectionStore, SecretPart, StoredConnection } from '../../ports/connections.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf, failed, refusalOf } from './changes.ts';
import type { CheckLimit } from './check-limit.ts';
import type { ConnectionTests, DefaultTests, TestResult } from './connection-tests.ts';

export interface AnyConnectionDeps {
  readonly store: Pick<ConnectionStore, 'replaceSecrets' | 'disconnect' | 'useDefault' | 'markHealth'>;
  /** A connection of the tenant as it is stored now; null where there is none with this id. */
  readonly find: (tenantId: string, id: string) => Promise<StoredConnection | null>;
  readonly tests: ConnectionTests;
  /** All that a model is asked for; null where the connection is none. */
  readonly checkModel: (connection: StoredConnection) => Promise<CheckModelResponse | null>;
  /** Of what the environment sets. */
  readonly defaults: DefaultTests;
  /** Puts back what the carrier had for the numbers of a phone account before they were pointed here. */
  readonly restoreNumbers: (
    connection: StoredConnection,
  ) => Promise<Pick<DisconnectResponse, 'restored' | 'notRestored'>>;
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
  readonly limit: CheckLimit;
  readonly clock: Clock;
}

type Names = 'replaceSecret' | 'testConnection' | 'testDefault' | 'disconnect' | 'useDefault';

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
  const tried = async (connection: StoredConnection): Promise<TestResult> => {
    const { kind } = connection.settings;
    const model = kind === 'model' ? await deps.checkModel(connection) : null;
    if (model) return { problem: model.problem, model };
    return { problem: (await tests[kind]?.(connection, {}, 'asked')) ?? null };
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
      // Written again, the same one would end the time in which the one before still counts.
      const isNew = connection.secrets.get(part)?.value !== body.secret;
      const change = { actor: actorOf(caller), id: connection.id, revision: body.revision };
      return stored(caller, await store.replaceSecrets({ ...change, secrets: isNew ? secrets : {} }));
    },

    testConnection: async ({ caller, params }) => {
      const connection = await find(caller, params.id, ['active']);
      limit.take(caller.tenantId);
      const result = await tried(connection);
      const code = result.problem?.code ?? null;
      await store.markHealth(caller.tenantId, connection.id, code, deps.clock.now());
      return { ...result, ...(await changed(caller)) };
    },

    testDefault: async ({ caller, params }) => {
      const kind = connectionKinds.find((each) => each === params.kind);
      const test = kind && deps.defaults[kind];
      if (!test) throw new AppError('connection_not_found', 'The environment sets nothing of this kind.');
      limit.take(caller.tenantId);
      return { ...(await test()), ...(await changed(caller)) };
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

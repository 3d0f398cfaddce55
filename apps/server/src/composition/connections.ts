import type { ConnectionKind, DisconnectResponse, MayChange, Side } from '@parley/contract';
import { connectionNotices } from '../adapters/postgres/connections/notices.ts';
import { createConnectionStore } from '../adapters/postgres/connections/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { isLoopbackUrl } from '../config/loopback.ts';
import { AppError } from '../errors.ts';
import { type AnyConnectionDeps, anyConnectionEndpoints } from '../features/connections/any-endpoints.ts';
import { CheckLimit } from '../features/connections/check-limit.ts';
import type { ConnectionTests } from '../features/connections/connection-tests.ts';
import { createCheckHealth } from '../features/connections/health-job.ts';
import { createEndHolds } from '../features/connections/hold-job.ts';
import { mailStorageEndpoints } from '../features/connections/mail-storage-endpoints.ts';
import {
  createMayChange,
  createPresentConnections,
  type EnvironmentConnections,
} from '../features/connections/present-connections.ts';
import { ConnectionRegistry } from '../features/connections/registry.ts';
import { createHostGuard, type HostGuard } from '../lib/host-guard.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import type { Caller } from '../ports/caller.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { ConnectionStore, StoredConnection } from '../ports/connections.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Log } from '../ports/log.ts';
import type { Mailers } from '../ports/mail.ts';
import { type ConnectedStores, connectedStores } from './connected-stores.ts';
import { deploymentServers, deploymentTests } from './deployment-servers.ts';
import { environmentConnections, sideSaidBy } from './environment-connections.ts';
import { openMail } from './mail.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** What is connected: read once, followed from then on, and changed by administrators. */
export interface OpenConnections {
  readonly store: ConnectionStore;
  readonly registry: ConnectionRegistry;
  readonly environment: EnvironmentConnections;
  /** What an organization has connected, or disconnected and replaced by nothing, failing as this server knows it. */
  shown(tenantId: string, kind: ConnectionKind): StoredConnection | null;
  /** Who knows more of a failure than is stored. */
  lookAfter(failingOf: (connection: StoredConnection) => StoredConnection['failing']): void;
  /** One for all kinds. */
  readonly limit: CheckLimit;
  /** The side that a person has said, or else the environment. */
  sideOf(tenantId: string): Side;
  /** Of hosts that somebody of the organization types. */
  guardOf(tenantId: string): HostGuard;
  /** Of hosts of connections that are stored. */
  readonly storedGuard: HostGuard;
  readonly storage: ConnectedStores;
  readonly mail: Mailers;
  /** A connection of the tenant as it is stored now; null where there is none with this id. */
  find(tenantId: string, id: string): Promise<StoredConnection | null>;
  /** After a change: reads it, and answers where everything stands. */
  changed(caller: Caller): ReturnType<Endpoints['listConnections']>;
  /** Throws `set_in_environment` or `one_organization_only`. */
  assertMayChange(tenantId: string, kind: keyof typeof mayNotSentences): Promise<void>;
  serve(parts: ConnectionParts): ConnectionFeature;
  /** To be called before the server listens. */
  start(): Promise<{ close(): Promise<void> }>;
}

/** What the kinds bring along. */
export interface ConnectionParts extends Pick<AnyConnectionDeps, 'checkModel' | 'defaults'> {
  readonly tests: ConnectionTests;
  readonly restoreNumbers: (
    connection: StoredConnection,
  ) => Promise<Pick<DisconnectResponse, 'restored' | 'notRestored'>>;
  /** The folder of this server. */
  readonly folder: FileStore;
}

export interface ConnectionFeature {
  readonly endpoints: Pick<
    Endpoints,
    | 'listConnections'
    | 'replaceSecret'
    | 'testConnection'
    | 'testDefault'
    | 'disconnect'
    | 'useDefault'
    | 'checkMail'
    | 'connectMail'
    | 'checkStorage'
    | 'connectStorage'
  >;
  readonly tasks: {
    readonly 'connection-holds': () => Promise<void>;
    readonly 'connection-health': () => Promise<void>;
  };
}

const mayNotSentences = {
  address: 'The public address',
  mail: 'Mail',
  storage: 'Storage',
} as const;

export interface ConnectionsDeps {
  readonly config: ResolvedConfig;
  readonly database: Database;
  readonly secrets: AuthSecrets;
  readonly notices: NoticeConnection;
  readonly localPort: number;
  readonly log: Log;
  readonly clock?: Clock;
}

export function openConnections(deps: ConnectionsDeps): OpenConnections {
  const { config, database, secrets, notices, log, clock = wallClock } = deps;
  const store = createConnectionStore({ database, secrets, log, now: () => clock.time() });
  const registry = new ConnectionRegistry({
    store,
    notices: connectionNotices(notices),
    log,
  });
  const environment = environmentConnections(config);
  let failingOf = ({ failing }: StoredConnection) => failing;
  const shown = (tenantId: string, kind: ConnectionKind) => {
    const stored = registry.snapshot().shown(tenantId, kind);
    return stored && { ...stored, failing: failingOf(stored) };
  };
  const present = createPresentConnections({
    chosen: shown,
    environment,
    store,
    carrierOnThisMachine: isCarrierHere(config),
    localPort: deps.localPort,
  });
  const hosts = config.toolHosts;
  const [inSandbox, onReal] = [true, false].map((loopback) => createHostGuard({ loopback, hosts })) as [
    HostGuard,
    HostGuard,
  ];
  const sideOf = (tenantId: string) => registry.snapshot().calling(tenantId).side ?? sideSaidBy(environment);
  const guardOf = (tenantId: string) => (sideOf(tenantId) === 'sandbox' ? inSandbox : onReal);
  const limit = new CheckLimit(clock);
  const mayChange = createMayChange({ environment, store });
  const find = async (tenantId: string, id: string) => {
    await registry.refresh();
    const found = registry.snapshot().known(id);
    return found?.tenantId === tenantId ? found : null;
  };
  const changed = async ({ tenantId }: Caller) => {
    await registry.refresh();
    return { connections: await present(tenantId) };
  };
  const assertMayChange = async (tenantId: string, kind: keyof typeof mayNotSentences) => {
    const may: MayChange = (await mayChange(tenantId))[kind];
    if (may === 'set_in_environment')
      throw new AppError(
        may,
        `${mayNotSentences[kind]} is set in the environment. Change it where the server is started.`,
      );
    if (may === 'one_organization_only')
      throw new AppError(may, 'This server has several organizations, so whoever runs it sets this.');
  };

  return {
    ...{ store, registry, environment, limit, sideOf, guardOf, shown, find, changed, assertMayChange },
    lookAfter: (better) => {
      failingOf = better;
    },
    storedGuard: inSandbox,
    mail: openMail(config.mail, () => registry.snapshot().ofDeployment('mail'), inSandbox),
    storage: connectedStores(
      () => registry.snapshot().connections,
      () => inSandbox,
    ),
    serve: ({ tests: more, restoreNumbers, folder, checkModel, defaults }) => {
      const servers = deploymentServers(folder);
      const tests = { ...deploymentTests(servers, inSandbox), ...more };
      return {
        endpoints: {
          listConnections: async ({ caller }) => ({ connections: await present(caller.tenantId) }),
          ...anyConnectionEndpoints({
            ...{ store, find, tests, checkModel, defaults, restoreNumbers, changed, limit, clock },
          }),
          ...mailStorageEndpoints({ store, assertMayChange, changed, guardOf, limit, servers }),
        },
        tasks: {
          'connection-holds': createEndHolds(store, clock, log),
          'connection-health': createCheckHealth({ store, tests, clock, log }),
        },
      };
    },
    start: () => registry.start(),
  };
}

function isCarrierHere({ carrierUrl }: ResolvedConfig): boolean {
  return carrierUrl !== null && isLoopbackUrl(carrierUrl);
}

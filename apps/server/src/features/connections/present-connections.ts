import {
  type ConnectionKind,
  type ConnectionStatus,
  type Connections,
  connectionKinds,
  type MayChange,
  type ProblemValues,
  problemOf,
  type ShownConnection,
} from '@parley/contract';
import type { ConnectionSettings, ConnectionStore, StoredConnection } from '../../ports/connections.ts';
import { chosenNumbers } from './phone/given-up.ts';
import { modelNames, speechNames } from './voices/voice-opener.ts';

/** What the environment sets, as screens show it; null where it sets nothing. */
export type EnvironmentConnections = Readonly<Record<ConnectionKind, ShownConnection | null>>;

/** The organization has its own of these; the others belong to the whole deployment. */
const ownKinds: readonly ConnectionKind[] = ['phone', 'model', 'speech'];
export const belongsToDeployment = (kind: ConnectionKind) => !ownKinds.includes(kind);

export interface PresentDeps {
  /** What the organization has connected, or disconnected and replaced by nothing; null: neither. */
  readonly chosen: (tenantId: string, kind: ConnectionKind) => StoredConnection | null;
  readonly environment: EnvironmentConnections;
  readonly store: Pick<ConnectionStore, 'callsUp' | 'onlyTenant'>;
  readonly carrierOnThisMachine: boolean;
  readonly localPort: number;
}

/** Where each connection of an organization stands. Never with a secret. */
export function createPresentConnections(deps: PresentDeps): (tenantId: string) => Promise<Connections> {
  const statusOf = async (tenantId: string, kind: ConnectionKind): Promise<ConnectionStatus> => {
    const environment = deps.environment[kind];
    if (environment !== null && belongsToDeployment(kind))
      return { state: 'environment', shown: environment };
    const stored = deps.chosen(tenantId, kind);
    if (stored === null)
      return environment === null ? { state: 'not-set' } : { state: 'environment', shown: environment };
    const { id, revision, state } = stored;
    const shown = shownOf(stored);
    const defaultAvailable = environment !== null;
    if (state === 'disconnected')
      return {
        ...{ state, id, revision, shown, defaultAvailable },
        callsUp: await deps.store.callsUp(tenantId, id),
      };
    const connected = {
      ...{ id, revision, shown, defaultAvailable },
      ...(!belongsToDeployment(kind) && { callsUp: await deps.store.callsUp(tenantId, id) }),
      connectedAt: stored.connectedAt.toISOString(),
      connectedBy: stored.connectedBy === null ? null : { displayName: stored.connectedBy },
      secretSetAt: secretSetAt(stored)?.toISOString() ?? null,
    };
    const failing = failureOf(stored);
    return failing === null
      ? { state: 'connected', ...connected }
      : { state: 'failing', ...connected, since: failing.since.toISOString(), problem: failing.problem };
  };

  return async (tenantId) => {
    const mayChange = await createMayChange(deps)(tenantId);
    const statuses = await Promise.all(
      connectionKinds.map(async (kind) => [kind, await statusOf(tenantId, kind)] as const),
    );
    const { carrierOnThisMachine, localPort } = deps;
    const ofEach = Object.fromEntries(statuses) as Record<ConnectionKind, ConnectionStatus>;
    return { ...ofEach, mayChange, carrierOnThisMachine, localPort };
  };
}

/** Whether each kind can be changed by an organization. */
export function createMayChange({
  environment,
  store,
}: Pick<PresentDeps, 'environment'> & { readonly store: Pick<ConnectionStore, 'onlyTenant'> }) {
  return async (tenantId: string): Promise<Record<ConnectionKind, MayChange>> => {
    const alone = (await store.onlyTenant()) === tenantId;
    const answer = (kind: ConnectionKind): MayChange => {
      if (!belongsToDeployment(kind)) return 'yes';
      if (environment[kind] !== null) return 'set_in_environment';
      return alone ? 'yes' : 'one_organization_only';
    };
    return Object.fromEntries(connectionKinds.map((kind) => [kind, answer(kind)])) as Record<
      ConnectionKind,
      MayChange
    >;
  };
}

/** What is wrong with a connection, and since when; null while it works. */
export function failureOf({ settings, failing, unreadable, connectedAt }: StoredConnection) {
  const values = namesOf(settings);
  if (unreadable)
    return { since: failing?.since ?? connectedAt, problem: problemOf('secret_unreadable', values) };
  return failing && { since: failing.since, problem: problemOf(failing.code, values) };
}

function secretSetAt({ secrets }: StoredConnection): Date | null {
  const times = [...secrets.values()].map(({ setAt }) => setAt);
  return times.toSorted((one, other) => Number(other) - Number(one))[0] ?? null;
}

/** The names that the words of a problem need, as people know them. */
export function namesOf(settings: ConnectionSettings): ProblemValues {
  switch (settings.kind) {
    case 'phone':
      return { account: settings.accountSid, number: settings.mainNumber };
    case 'address':
      return { host: new URL(settings.url).host };
    case 'model':
      return modelNames(settings);
    case 'speech':
      return { ...speechNames(settings), voice: 'speech service' };
    case 'mail':
      return { host: settings.host, from: settings.from };
    case 'storage':
      return settings.place === 's3' ? { bucket: settings.bucket } : {};
  }
}

/** Without secrets, and without what only the server needs. */
export function shownOf({ settings, limits, numbers }: StoredConnection): ShownConnection {
  switch (settings.kind) {
    case 'phone':
      return {
        kind: 'phone',
        account: settings.accountSid,
        name: settings.accountName,
        numbers: chosenNumbers({ settings, numbers }).map(({ number }) => number),
        main: settings.mainNumber,
        callsAtOnce: limits?.callsAtOnce ?? null,
        callsPerSecond: limits?.callsPerSecond ?? null,
        countries: limits?.countries ?? null,
        apiKeySid: settings.apiKeySid,
      };
    case 'address':
      return { kind: 'address', url: settings.url };
    case 'model': {
      const { kind, provider, model, baseUrl, onThisMachine } = settings;
      return { kind, provider, model, baseUrl, onThisMachine };
    }
    case 'speech': {
      const { kind, url, model } = settings;
      return { kind, url, model };
    }
    case 'mail': {
      const { kind, host, port, user, from } = settings;
      return { kind, host, port, user, from };
    }
    case 'storage': {
      if (settings.place === 'folder') return { ...{ kind: 'storage', place: 'folder' }, ...noBucket };
      const { kind, place, bucket, prefix, region, endpoint } = settings;
      return { kind, place, bucket, prefix, region, endpoint };
    }
  }
}

const noBucket = { bucket: null, prefix: null, region: null, endpoint: null } as const;

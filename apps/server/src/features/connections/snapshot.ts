import type { ConnectionKind } from '@parley/contract';
import type { LoadedConnections, StoredCalling, StoredConnection } from '../../ports/connections.ts';

/** The connections of all organizations at one moment, as a server decides with them. Never changed, only replaced. */
export class Snapshot {
  readonly version: bigint;
  readonly connections: readonly StoredConnection[];
  readonly #withoutSecrets: readonly StoredConnection[];
  readonly #byId: ReadonlyMap<string, StoredConnection>;
  readonly #shown: ReadonlyMap<string, StoredConnection>;
  readonly #calling: ReadonlyMap<string, StoredCalling>;

  constructor({ version, connections, withoutSecrets = [], calling }: LoadedConnections) {
    this.version = version;
    this.connections = connections;
    this.#withoutSecrets = withoutSecrets;
    this.#byId = new Map(connections.map((each) => [each.id, each]));
    // The active one, or the last that was disconnected: those that stand later are newer.
    const shown = [...connections, ...withoutSecrets]
      .filter(({ state }) => state !== 'replaced')
      .toSorted(activeLast);
    this.#shown = new Map(shown.map((each) => [keyOf(each.tenantId, each.settings.kind), each]));
    this.#calling = new Map(calling.map((each) => [each.tenantId, each]));
  }

  /** Ended ones too, while calls may need them. */
  byId(id: string): StoredConnection | null {
    return this.#byId.get(id) ?? null;
  }

  /** The same, and disconnected ones whose calls are over: what a person sees and may still act on. */
  known(id: string): StoredConnection | null {
    return this.byId(id) ?? this.#withoutSecrets.find((each) => each.id === id) ?? null;
  }

  /** What calls that begin now use. */
  active(tenantId: string, kind: ConnectionKind): StoredConnection | null {
    const shown = this.shown(tenantId, kind);
    return shown?.state === 'active' ? shown : null;
  }

  /** The active one, or the one whose place nothing has taken since it was disconnected. */
  shown(tenantId: string, kind: ConnectionKind): StoredConnection | null {
    return this.#shown.get(keyOf(tenantId, kind)) ?? null;
  }

  /** Of what belongs to the whole deployment, whichever organization has set it. */
  ofDeployment(kind: 'address' | 'mail' | 'storage'): StoredConnection | null {
    return this.connections.find((each) => each.settings.kind === kind && each.state === 'active') ?? null;
  }

  /** Accounts with calls of their own, ended ones too. */
  get phones(): readonly StoredConnection[] {
    return this.connections.filter(({ settings }) => settings.kind === 'phone');
  }

  calling(tenantId: string): StoredCalling {
    return this.#calling.get(tenantId) ?? { ...neverSaid, tenantId };
  }
}

const neverSaid: Omit<StoredCalling, 'tenantId'> = {
  ...{ side: null, setBy: null, setByName: null, setAt: null, lookedAt: {}, revision: 0 },
};

const keyOf = (tenantId: string, kind: ConnectionKind) => `${kind} ${tenantId}`;

function activeLast(one: StoredConnection, other: StoredConnection): number {
  const byState = Number(one.state === 'active') - Number(other.state === 'active');
  return byState || (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0);
}

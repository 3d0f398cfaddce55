import type { PhoneLimits } from '@parley/contract';
import type { Carrier, CarrierIdentity } from '../ports/carrier.ts';
import type { CarrierConnection, CarrierDirectory } from '../ports/carrier-connection.ts';
import { UnknownConnections } from './unknown-connections.ts';

/** A carrier account that this server is connected to. */
export interface ConnectedAccount {
  readonly connection: CarrierConnection;
  /** The caller id of agents without a number of their own. */
  readonly mainNumber: string;
  /** Set in the sandbox: no real calls are made. */
  readonly sandbox: { readonly handsetUrl: string } | null;
  /** The organization that connected it; null or left out: an account of the deployment. */
  readonly tenantId?: string | null;
  /** What was entered for it; null or left out: the settings of the deployment count. */
  readonly limits?: PhoneLimits | null;
}

/** The accounts that organizations have connected. They change while the server runs. */
export interface ConnectedAccounts {
  /** The same array until something changes. */
  all(): readonly ConnectedAccount[];
  byId(connectionId: string): ConnectedAccount | null;
  refresh(): Promise<void>;
  /** The connection that a path names; null where it names none. */
  connectionIdOf(path: string): string | null;
}

/** As the database stores them. */
const carrierNames = /^[a-z][a-z0-9-]{0,31}$/;

/** All accounts that this server is connected to, found by what a call, a webhook or a socket says of them. */
export class AccountDirectory implements CarrierDirectory {
  #fixed: readonly ConnectedAccount[] = [];
  #webhooks: ReadonlyMap<string, readonly CarrierConnection[]> = new Map();
  #sockets: ReadonlyMap<string, readonly CarrierConnection[]> = new Map();
  readonly #connected: ConnectedAccounts | null;
  readonly #unknown: UnknownConnections;
  #lists: Lists | null = null;

  constructor(fixed: readonly ConnectedAccount[], connected: ConnectedAccounts | null = null) {
    this.#connected = connected;
    this.#unknown = new UnknownConnections(async () => connected?.refresh());
    this.add(fixed);
  }

  /** An account of the deployment that was not there at the start: a sandbox that starts beside a real account. */
  add(more: readonly ConnectedAccount[]): void {
    const fixed = [...this.#fixed, ...more];
    const carriers = fixed.map(({ connection }) => connection.carrier);
    for (const [index, { name, account }] of carriers.entries()) {
      if (!carrierNames.test(name)) throw new Error(`A carrier cannot be named ${name}.`);
      if (carriers.findIndex((one) => keyOf(one) === keyOf({ name, account })) !== index)
        throw new Error(`The account ${account} of the carrier ${name} is connected twice.`);
    }
    const connections = fixed.map(({ connection }) => connection);
    this.#fixed = fixed;
    this.#webhooks = byPath(connections, ({ webhooks }) => webhooks);
    this.#sockets = byPath(connections, ({ sockets }) => sockets);
    this.#lists = null;
  }

  all(): readonly ConnectedAccount[] {
    return this.#current().accounts;
  }

  carriers(): readonly Carrier[] {
    return this.#current().carriers;
  }

  /** Those of the deployment, and those that this tenant has connected. */
  carriersFor(tenantId: string): readonly Carrier[] {
    return this.#current()
      .accounts.filter((account) => (account.tenantId ?? tenantId) === tenantId)
      .map(({ connection }) => connection.carrier);
  }

  /** Null too where the account is one of the deployment: whose calls are whose could not be told. */
  ofConnection(connectionId: string): ConnectedAccount | null {
    const found = this.#connected?.byId(connectionId) ?? null;
    return found && !this.#isFixed(found) ? found : null;
  }

  /** Connected by organizations before whoever runs the server set the same account: not used (CN8). */
  taken(): readonly ConnectedAccount[] {
    return (this.#connected?.all() ?? none).filter((account) => this.#isFixed(account));
  }

  of(carrier: CarrierIdentity): ConnectedAccount | null {
    return this.#current().byKey.get(keyOf(carrier)) ?? null;
  }

  async webhook(path: string): Promise<readonly CarrierConnection[] | null> {
    return this.#webhooks.get(path) ?? this.#ofConnection(path, ({ webhooks }) => webhooks);
  }

  async socket(path: string): Promise<readonly CarrierConnection[] | null> {
    return this.#sockets.get(path) ?? this.#ofConnection(path, ({ sockets }) => sockets);
  }

  /** A path that names a connection is of that one alone. */
  async #ofConnection(
    path: string,
    served: (connection: CarrierConnection) => Readonly<Record<string, unknown>>,
  ): Promise<readonly CarrierConnection[] | null> {
    const id = this.#connected?.connectionIdOf(path) ?? null;
    if (this.#connected === null || id === null) return null;
    let found = this.ofConnection(id);
    if (!found) {
      await this.#unknown.look(id);
      found = this.ofConnection(id);
      if (!found) this.#unknown.missed(id);
    }
    return found && path in served(found.connection) ? [found.connection] : null;
  }

  #isFixed({ connection: { carrier } }: ConnectedAccount): boolean {
    return this.#fixed.some((fixed) => keyOf(fixed.connection.carrier) === keyOf(carrier));
  }

  #current(): Lists {
    const connected = this.#connected?.all() ?? none;
    if (this.#lists?.connected !== connected) {
      const accounts = [...this.#fixed, ...connected.filter((account) => !this.#isFixed(account))];
      this.#lists = {
        connected,
        accounts,
        carriers: accounts.map(({ connection }) => connection.carrier),
        byKey: new Map(accounts.map((account) => [keyOf(account.connection.carrier), account])),
      };
    }
    return this.#lists;
  }
}

interface Lists {
  readonly connected: readonly ConnectedAccount[];
  readonly accounts: readonly ConnectedAccount[];
  readonly carriers: readonly Carrier[];
  readonly byKey: ReadonlyMap<string, ConnectedAccount>;
}

const none: readonly ConnectedAccount[] = [];

function keyOf({ name, account }: CarrierIdentity): string {
  return `${name} ${account}`;
}

/** Accounts without a connection have the same paths: their signatures tell them apart. */
function byPath(
  connections: readonly CarrierConnection[],
  served: (connection: CarrierConnection) => Readonly<Record<string, unknown>>,
): ReadonlyMap<string, readonly CarrierConnection[]> {
  const found = new Map<string, CarrierConnection[]>();
  for (const connection of connections)
    for (const path of Object.keys(served(connection)))
      found.set(path, [...(found.get(path) ?? []), connection]);
  return found;
}

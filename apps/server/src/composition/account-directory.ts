import type { Carrier, CarrierIdentity } from '../ports/carrier.ts';
import type { CarrierConnection, CarrierDirectory } from '../ports/carrier-connection.ts';

/** A carrier account that this server is connected to. */
export interface ConnectedAccount {
  readonly connection: CarrierConnection;
  /** The caller id of agents without a number of their own. */
  readonly mainNumber: string;
  /** Set in the sandbox: no real calls are made. */
  readonly sandbox: { readonly handsetUrl: string } | null;
}

/** As the database stores them. */
const carrierNames = /^[a-z][a-z0-9-]{0,31}$/;

/** All accounts that this server is connected to, found by what a call, a webhook or a socket says of them. */
export class AccountDirectory implements CarrierDirectory {
  readonly #accounts: readonly ConnectedAccount[];
  readonly #carriers: readonly Carrier[];
  readonly #webhooks: ReadonlyMap<string, readonly CarrierConnection[]>;
  readonly #sockets: ReadonlyMap<string, readonly CarrierConnection[]>;

  constructor(accounts: readonly ConnectedAccount[]) {
    const carriers = accounts.map(({ connection }) => connection.carrier);
    for (const [index, { name, account }] of carriers.entries()) {
      if (!carrierNames.test(name)) throw new Error(`A carrier cannot be named ${name}.`);
      if (carriers.findIndex((one) => isSame(one, { name, account })) !== index)
        throw new Error(`The account ${account} of the carrier ${name} is connected twice.`);
    }
    this.#accounts = accounts;
    this.#carriers = carriers;
    const connections = accounts.map(({ connection }) => connection);
    this.#webhooks = byPath(connections, ({ webhooks }) => webhooks);
    this.#sockets = byPath(connections, ({ sockets }) => sockets);
  }

  all(): readonly ConnectedAccount[] {
    return this.#accounts;
  }

  carriers(): readonly Carrier[] {
    return this.#carriers;
  }

  /** Those that may have numbers of this tenant. */
  carriersFor(_tenantId: string): readonly Carrier[] {
    return this.#carriers;
  }

  of(carrier: CarrierIdentity): ConnectedAccount | null {
    return this.#accounts.find(({ connection }) => isSame(connection.carrier, carrier)) ?? null;
  }

  async webhook(path: string): Promise<readonly CarrierConnection[] | null> {
    return this.#webhooks.get(path) ?? null;
  }

  async socket(path: string): Promise<readonly CarrierConnection[] | null> {
    return this.#sockets.get(path) ?? null;
  }
}

function isSame(one: CarrierIdentity, { name, account }: CarrierIdentity): boolean {
  return one.name === name && one.account === account;
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

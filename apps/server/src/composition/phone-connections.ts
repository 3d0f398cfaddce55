import type { PhoneCredentials, Problem, ProblemCode } from '@parley/contract';
import { problemOf } from '@parley/contract';
import { checkAccount } from '../features/connections/phone/check-account.ts';
import type { KnownPhone } from '../features/connections/phone/number-work.ts';
import {
  isPhone,
  type PhoneConnection,
  StoredAccount,
} from '../features/connections/phone/stored-account.ts';
import type { CarrierName } from '../ports/call.ts';
import type { AccountSource, CarrierConnection } from '../ports/carrier-connection.ts';
import type { NewSecrets, StoredConnection } from '../ports/connections.ts';
import type { PhoneAccount } from '../ports/phone-account.ts';
import type { ConnectedAccount, ConnectedAccounts } from './account-directory.ts';

/** Opens accounts at the carrier: the one place that knows which carrier it is. */
export interface PhoneCarrier {
  readonly name: CarrierName;
  connect(source: AccountSource, connectionId: string): CarrierConnection;
  open(source: AccountSource, connectionId: string | null): PhoneAccount;
  isSandbox(credentials: PhoneCredentials): Promise<boolean>;
  connectionIdOf(path: string): string | null;
  readonly baseUrl: string | null;
}

/** What is read of the registry of connections. */
export interface PhoneRegistry {
  snapshot(): { readonly phones: readonly StoredConnection[] };
  refresh(tenantId?: string): Promise<void>;
  onChange(listener: () => void): void;
}

interface Entry extends KnownPhone {
  readonly source: StoredAccount;
  connected: ConnectedAccount;
}

/**
 * The phone accounts that organizations have connected, as the registry has them. An account keeps its objects as long as
 * it is known: live calls hold them, and a new secret changes only what these read.
 */
export class PhoneConnections implements ConnectedAccounts {
  readonly #registry: PhoneRegistry;
  readonly #carrier: PhoneCarrier;
  readonly #report: (connection: StoredConnection, failure: ProblemCode) => void;
  #entries: ReadonlyMap<string, Entry> = new Map();
  #all: readonly ConnectedAccount[] = [];

  constructor(
    registry: PhoneRegistry,
    carrier: PhoneCarrier,
    report: (connection: StoredConnection, failure: ProblemCode) => void,
  ) {
    this.#registry = registry;
    this.#carrier = carrier;
    this.#report = report;
    registry.onChange(() => this.#update());
    this.#update();
  }

  all(): readonly ConnectedAccount[] {
    return this.#all;
  }

  byId(connectionId: string): ConnectedAccount | null {
    return this.#entries.get(connectionId)?.connected ?? null;
  }

  refresh(): Promise<void> {
    return this.#registry.refresh();
  }

  connectionIdOf(path: string): string | null {
    return this.#carrier.connectionIdOf(path);
  }

  /** Ended ones too, as long as they are kept. */
  phones(): readonly KnownPhone[] {
    return [...this.#entries.values()];
  }

  phone(id: string): KnownPhone | null {
    return this.#entries.get(id) ?? null;
  }

  /** Whether the account works, as it is stored or with other secrets. */
  async test(connection: StoredConnection, secrets: NewSecrets): Promise<Problem | null> {
    if (!isPhone(connection)) return null;
    const token = secrets['auth-token'] ?? connection.secrets.get('auth-token')?.value;
    if (token === undefined) return problemOf('secret_unreadable');
    const { accountSid, apiKeySid } = connection.settings;
    const secret = secrets['api-secret'] ?? connection.secrets.get('api-secret')?.value;
    const apiKey = apiKeySid !== null && secret !== undefined ? { sid: apiKeySid, secret } : null;
    const { problem } = await checkAccount(
      {
        open: (credentials) => this.openWith(credentials),
        isSandbox: (credentials) => this.#carrier.isSandbox(credentials),
      },
      { accountSid, authToken: token, apiKey },
    );
    return problem;
  }

  /** An account that is not stored. */
  openWith({ accountSid, authToken, apiKey }: PhoneCredentials): PhoneAccount {
    const source: AccountSource = {
      ...{ accountSid, baseUrl: this.#carrier.baseUrl },
      credentials: () => ({ authToken, apiKey, revision: 0 }),
      signingTokens: () => [],
      reread: async () => false,
      reportFailure: () => {},
    };
    return this.#carrier.open(source, null);
  }

  #update(): void {
    const entries = new Map<string, Entry>();
    for (const connection of this.#registry.snapshot().phones) {
      if (!isPhone(connection)) continue;
      const known = this.#entries.get(connection.id);
      entries.set(connection.id, known ? this.#renewed(known, connection) : this.#entryOf(connection));
    }
    this.#entries = entries;
    this.#all = [...entries.values()].map(({ connected }) => connected);
  }

  #renewed(entry: Entry, stored: PhoneConnection): Entry {
    if (entry.stored === stored) return entry;
    entry.source.update(stored);
    return { ...entry, stored, connected: connectedOf(entry.connected.connection, stored) };
  }

  #entryOf(stored: PhoneConnection): Entry {
    const source = new StoredAccount(stored, {
      refresh: (tenantId) => this.#registry.refresh(tenantId),
      report: this.#report,
    });
    return {
      ...{ stored, source },
      account: this.#carrier.open(source, stored.id),
      connected: connectedOf(this.#carrier.connect(source, stored.id), stored),
    };
  }
}

function connectedOf(
  connection: CarrierConnection,
  { tenantId, settings, limits }: PhoneConnection,
): ConnectedAccount {
  return { connection, mainNumber: settings.mainNumber, sandbox: null, tenantId, limits };
}

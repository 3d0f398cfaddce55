import { setTimeout as delay } from 'node:timers/promises';
import type { AccountCredentials, AccountFailure, AccountSource } from '../../../ports/carrier-connection.ts';
import type { SettingsOf, StoredConnection } from '../../../ports/connections.ts';
import { vaultLimits } from '../../../ports/vault.ts';

/** How often the database is read for one account, however many requests are refused. */
const rereadEveryMs = 1_000;

export interface StoredAccountDeps {
  /** Reads the connections of the tenant again; they come back through `update`. */
  readonly refresh: (tenantId: string) => Promise<void>;
  readonly report: (connection: StoredConnection, failure: AccountFailure) => void;
}

export type PhoneConnection = StoredConnection & { readonly settings: SettingsOf<'phone'> };

export function isPhone(connection: StoredConnection): connection is PhoneConnection {
  return connection.settings.kind === 'phone';
}

/** The credentials of a connected account, as they are stored at the moment. One for a connection, as long as it is known. */
export class StoredAccount implements AccountSource {
  readonly accountSid: string;
  readonly baseUrl: string | null;
  readonly #deps: StoredAccountDeps;
  #stored: PhoneConnection;
  #rereading: Promise<void> | null = null;
  #rereadAt = Number.NEGATIVE_INFINITY;

  constructor(stored: PhoneConnection, deps: StoredAccountDeps) {
    this.accountSid = stored.settings.accountSid;
    this.baseUrl = stored.settings.baseUrl;
    this.#stored = stored;
    this.#deps = deps;
  }

  get stored(): PhoneConnection {
    return this.#stored;
  }

  update(stored: PhoneConnection): void {
    this.#stored = stored;
  }

  credentials(): AccountCredentials {
    const { settings, secrets, revision } = this.#stored;
    const secret = secrets.get('api-secret')?.value;
    return {
      authToken: secrets.get('auth-token')?.value ?? '',
      apiKey:
        settings.apiKeySid !== null && secret !== undefined ? { sid: settings.apiKeySid, secret } : null,
      revision,
    };
  }

  /** None where the token cannot be read: anybody can sign with an empty one. */
  signingTokens(now: Date): readonly string[] {
    const token = this.#stored.secrets.get('auth-token');
    if (!token) return [];
    const { value, earlier, setAt } = token;
    const holds = earlier !== null && now.getTime() < setAt.getTime() + vaultLimits.earlierForMs;
    return holds ? [value, earlier] : [value];
  }

  /** All that wait at the same time share one reading. Newer ones may have come before it, so it is never said that none did. */
  async reread(): Promise<boolean> {
    this.#rereading ??= this.#readAgain().finally(() => {
      this.#rereading = null;
    });
    await this.#rereading;
    return true;
  }

  reportFailure(failure: AccountFailure): void {
    this.#deps.report(this.#stored, failure);
  }

  async #readAgain(): Promise<void> {
    const wait = this.#rereadAt + rereadEveryMs - performance.now();
    if (wait > 0) await delay(wait);
    this.#rereadAt = performance.now();
    await this.#deps.refresh(this.#stored.tenantId);
  }
}

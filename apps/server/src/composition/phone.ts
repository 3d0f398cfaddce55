import type { NumberFacts } from '@parley/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Database } from '../adapters/postgres/database.ts';
import { createExclusiveWork } from '../adapters/postgres/exclusive-work.ts';
import type { ConnectionTest } from '../features/connections/connection-tests.ts';
import { phoneEndpoints } from '../features/connections/phone/endpoints.ts';
import { numberFacts } from '../features/connections/phone/number-facts.ts';
import {
  isLeftHalfWay,
  type Restored,
  recoverNumbers,
  restoreNumbers,
} from '../features/connections/phone/number-work.ts';
import type { AddressBook } from '../ports/carrier-connection.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { NewConnection, StoredConnection } from '../ports/connections.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { Log } from '../ports/log.ts';
import { addressIsReady, deploymentAddress } from './address-book.ts';
import type { Addresses } from './addresses.ts';
import type { OpenConnections } from './connections.ts';
import { type PhoneCarrier, PhoneConnections } from './phone-connections.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

export interface PhoneDeps {
  readonly config: ResolvedConfig;
  readonly addresses: Pick<Addresses, 'localUrl'>;
  readonly connections: Pick<OpenConnections, 'registry' | 'store' | 'limit' | 'changed'>;
  readonly carrierOf: (addresses: AddressBook) => PhoneCarrier;
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
}

/** The phone accounts that organizations connect. */
export interface Phone {
  /** The public address that connected accounts call back at. */
  readonly addresses: AddressBook;
  addressIsReady(): boolean;
  readonly accounts: PhoneConnections;
  readonly endpoints: Pick<
    Endpoints,
    'checkPhone' | 'connectPhone' | 'changePhone' | 'listPhoneNumbers' | 'pointNumbers'
  >;
  readonly test: ConnectionTest;
  restoreNumbers(connection: StoredConnection): Promise<Restored>;
  /** Where calls to the numbers of an account go, as the carrier says. */
  numbersOf(id: string): Promise<NumberFacts[]>;
  /** Finishes what servers left half-way. At the start, and then every minute. */
  recoverNumbers(): Promise<void>;
}

/** How often the failure of one account is stored, however many requests fail. */
const reportEveryMs = 30_000;

export function openPhone(deps: PhoneDeps): Phone {
  const { config, connections, log, clock = wallClock } = deps;
  const { registry, store, limit } = connections;
  const addresses = deploymentAddress(config, deps.addresses, () => registry.snapshot());
  const isReady = () => addressIsReady(config, registry.snapshot());
  const carrier = deps.carrierOf(addresses);
  const reportedAt = new Map<string, number>();
  const accounts = new PhoneConnections(registry, carrier, ({ tenantId, id, failing }, failure) => {
    if (failing?.code === failure || clock.time() - (reportedAt.get(id) ?? 0) < reportEveryMs) return;
    reportedAt.set(id, clock.time());
    void store.markHealth(tenantId, id, failure, clock.now()).catch((err: unknown) => {
      log.warn({ err, tenantId, failure }, 'the failure of a phone account could not be stored');
    });
  });
  const work = { store, exclusive: createExclusiveWork(deps.database) };
  const environment: NonNullable<NewConnection['environment']> =
    config.carrier.kind === 'real'
      ? { account: config.carrier.account.accountSid, numbers: [config.carrier.account.phoneNumber] }
      : { account: null, numbers: [] };
  return {
    ...{ addresses, accounts },
    addressIsReady: isReady,
    endpoints: phoneEndpoints({
      ...work,
      ...{ carrier: carrier.name, baseUrl: carrier.baseUrl, environment, addressIsReady: isReady },
      open: (credentials) => accounts.openWith(credentials),
      isSandbox: (credentials) => carrier.isSandbox(credentials),
      phoneOf: (tenantId, id) => {
        const found = accounts.phone(id);
        return found?.stored.tenantId === tenantId && found.stored.state === 'active' ? found : null;
      },
      claimOf: (tenantId, number) => {
        if (environment.numbers.includes(number)) return 'elsewhere';
        const holder = accounts
          .phones()
          .find(({ stored }) => stored.numbers.some((one) => one.number === number));
        if (!holder) return 'no';
        return holder.stored.tenantId === tenantId ? 'here' : 'elsewhere';
      },
      countryOf: (number) => parsePhoneNumberFromString(number)?.country ?? null,
      limitChecks: (tenantId) => limit.take(tenantId),
      refresh: () => registry.refresh(),
      changed: connections.changed,
    }),
    test: (connection, secrets) => accounts.test(connection, secrets),
    numbersOf: async (id) => {
      const known = accounts.phone(id);
      return known ? numberFacts(known) : [];
    },
    restoreNumbers: async ({ id }) => {
      const known = accounts.phone(id);
      return known ? restoreNumbers(work, known) : { restored: [], notRestored: [] };
    },
    recoverNumbers: async () => {
      const isHalfWay = accounts
        .phones()
        .some(({ stored }) => stored.numbers.some((number) => isLeftHalfWay(stored, number)));
      if (!isHalfWay) return;
      const readAgain = async (id: string) => {
        await registry.refresh();
        return accounts.phone(id);
      };
      await recoverNumbers({ ...work, readAgain }, accounts.phones());
      await registry.refresh();
    },
  };
}

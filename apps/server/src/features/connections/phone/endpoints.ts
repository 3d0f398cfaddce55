import { type Connections, type NumberOffer, type PhoneCredentials, sameWebhooks } from '@parley/contract';
import { AppError } from '../../../errors.ts';
import type { CarrierName } from '../../../ports/call.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { ConnectionStore, NewConnection, NewSecrets, SecretPart } from '../../../ports/connections.ts';
import type { Endpoints } from '../../../ports/endpoint.ts';
import { type AccountNumber, type PhoneAccount, PhoneAccountFailed } from '../../../ports/phone-account.ts';
import {
  type AccountReport,
  type CheckAccountDeps,
  checkAccount,
  type OfferDeps,
  offerOf,
  responseOf,
} from './check-account.ts';
import { isGivenUp } from './given-up.ts';
import {
  type KnownPhone,
  type NumberWorkDeps,
  pointNumbers,
  type Restored,
  restoreNumbers,
} from './number-work.ts';
import { connectionFailed, phoneFailed, refusalOf } from './phone-refusals.ts';
import type { PhoneConnection } from './stored-account.ts';

export interface PhoneEndpointDeps extends CheckAccountDeps, NumberWorkDeps {
  readonly store: Pick<ConnectionStore, 'connect' | 'changePhone' | 'markPointing'>;
  /** Null: not a phone account that this tenant has connected. */
  readonly phoneOf: (tenantId: string, id: string) => KnownPhone | null;
  readonly claimOf: (tenantId: string, number: string) => NumberOffer['claimed'];
  readonly countryOf: (number: string) => string | null;
  readonly addressIsReady: () => boolean;
  readonly carrier: CarrierName;
  /** Where accounts are asked; null: at the carrier's own address. */
  readonly baseUrl: string | null;
  readonly environment: NonNullable<NewConnection['environment']>;
  /** Throws `too_many_requests` where an organization checks too often. */
  readonly limitChecks: (tenantId: string) => void;
  readonly refresh: () => Promise<void>;
  /** After a change: reads it, and answers where everything stands. */
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
}

type PhoneRoutes = 'checkPhone' | 'connectPhone' | 'changePhone' | 'listPhoneNumbers' | 'pointNumbers';

export function phoneEndpoints(deps: PhoneEndpointDeps): Pick<Endpoints, PhoneRoutes> {
  const offers = (tenantId: string, account: PhoneAccount | null): OfferDeps => ({
    countryOf: deps.countryOf,
    claimOf: (number) => deps.claimOf(tenantId, number),
    reachesHere: (values) => account !== null && sameWebhooks(values, account.ownWebhooks()),
  });
  /** As it is stored now: another server may have changed it. */
  const known = async ({ tenantId }: Caller, id: string): Promise<KnownPhone> => {
    await deps.refresh();
    const found = deps.phoneOf(tenantId, id);
    if (!found) throw new AppError('connection_not_found', 'There is no such phone account any more.');
    return found;
  };

  return {
    checkPhone: async ({ caller, body }) => {
      deps.limitChecks(caller.tenantId);
      return responseOf(await checkAccount(deps, body), offers(caller.tenantId, null));
    },

    connectPhone: async ({ caller, body }) => {
      deps.limitChecks(caller.tenantId);
      const { info, numbers } = await workingAccount(deps, body);
      const chosen = chosenOf(numbers, body.numbers);
      const { callsAtOnce, callsPerSecond, countries } = body;
      const result = await deps.store.connect({
        actor: actorOf(caller),
        settings: {
          ...{ version: 1, kind: 'phone', accountSid: body.accountSid, accountName: info?.name ?? null },
          ...{ apiKeySid: body.apiKey?.sid ?? null, baseUrl: deps.baseUrl },
          mainNumber: mainOf(chosen, body.main),
        },
        secrets: secretsOf(body),
        replaces: body.replaces,
        phone: {
          carrier: deps.carrier,
          limits: { callsAtOnce, callsPerSecond, countries },
          numbers: chosen,
        },
        environment: deps.environment,
      });
      if (result.kind !== 'connected') throw refusalOf(result);
      return deps.changed(caller);
    },

    changePhone: async ({ caller, params, body }) => {
      const { stored, account } = await known(caller, params.id);
      const { secrets, limits, numbers } = body;
      if (body.revision !== stored.revision) throw refusalOf({ kind: 'stale' });
      if (secrets || numbers) deps.limitChecks(caller.tenantId);
      const { accountSid } = stored.settings;
      const credentials = secrets && {
        ...{ accountSid, authToken: secrets.authToken },
        apiKey: secrets.apiKey === undefined ? keyOf(stored) : secrets.apiKey,
      };
      const checked = credentials ? await workingAccount(deps, credentials) : null;
      const chosen = numbers && chosenOf(checked?.numbers ?? (await listed(account)), numbers.numbers);
      const claimed = chosen?.find(({ number }) => deps.claimOf(caller.tenantId, number) === 'elsewhere');
      if (claimed) throw refusalOf({ kind: 'number_claimed', number: claimed.number });
      const result = await deps.store.changePhone({
        ...{ actor: actorOf(caller), id: stored.id, revision: body.revision },
        ...(credentials && {
          secrets: { values: newSecrets(stored, credentials), apiKeySid: credentials.apiKey?.sid ?? null },
        }),
        ...(limits && { limits }),
        ...(chosen && { numbers: { chosen, main: mainOf(chosen, numbers?.main) } }),
        environment: deps.environment,
      });
      if (result.kind !== 'changed') throw refusalOf(result);
      // After it: a change that is refused, because somebody else was first, must not have restored a number.
      const given = chosen ? await restoreGivenUp(caller, stored.id) : { restored: [], notRestored: [] };
      return { ...(await deps.changed(caller)), ...given };
    },

    listPhoneNumbers: async ({ caller, params }) => {
      const { account } = await known(caller, params.id);
      deps.limitChecks(caller.tenantId);
      const owned = await listed(account);
      return { numbers: owned.map((number) => offerOf(number, offers(caller.tenantId, account))) };
    },

    pointNumbers: async ({ caller, params, body }) => {
      const phone = await known(caller, params.id);
      deps.limitChecks(caller.tenantId);
      if (!deps.addressIsReady())
        throw new AppError(
          'address_not_ready',
          'There is no public address yet that the carrier can call back. Set it first.',
        );
      try {
        return { results: await pointNumbers(deps, phone, body.numbers, caller.userId) };
      } finally {
        await deps.refresh();
      }
    },
  };

  /** Numbers that are given up get back what they had. Where that fails a job tries again, and the person is told. */
  async function restoreGivenUp({ tenantId }: Caller, id: string): Promise<Restored> {
    await deps.refresh();
    const now = deps.phoneOf(tenantId, id);
    if (!now) return { restored: [], notRestored: [] };
    return restoreNumbers(deps, now, (number) => isGivenUp(now.stored, number));
  }
}

async function workingAccount(deps: CheckAccountDeps, credentials: PhoneCredentials): Promise<AccountReport> {
  const report = await checkAccount(deps, credentials);
  if (report.problem) throw connectionFailed(report.problem);
  return report;
}

async function listed(account: PhoneAccount): Promise<readonly AccountNumber[]> {
  try {
    return await account.numbers();
  } catch (error) {
    throw error instanceof PhoneAccountFailed ? phoneFailed(error.problem) : error;
  }
}

function chosenOf(owned: readonly AccountNumber[], sids: readonly string[]): AccountNumber[] {
  return sids.map((sid) => {
    const found = owned.find((number) => number.sid === sid);
    if (!found) throw phoneFailed('number_missing');
    if (!found.voice)
      throw new AppError(
        'number_without_voice',
        `${found.number} cannot make or take calls: it has no voice. Choose another number.`,
        { details: { number: found.number } },
      );
    return found;
  });
}

/** The API key that the account has already. */
function keyOf({ settings: { apiKeySid: sid }, secrets }: PhoneConnection): PhoneCredentials['apiKey'] {
  const secret = secrets.get('api-secret')?.value;
  return sid !== null && secret !== undefined ? { sid, secret } : null;
}

function mainOf(chosen: readonly AccountNumber[], main: string | undefined): string {
  return chosen.find(({ sid }) => sid === main)?.number ?? '';
}

function secretsOf({ authToken, apiKey }: Pick<PhoneCredentials, 'authToken' | 'apiKey'>): NewSecrets {
  return { 'auth-token': authToken, ...(apiKey && { 'api-secret': apiKey.secret }) };
}

/** Without those that are stored already: written again they would end the time in which the one before still counts. */
function newSecrets({ secrets }: PhoneConnection, entered: PhoneCredentials): NewSecrets {
  const parts = Object.entries(secretsOf(entered)) as [SecretPart, string][];
  return Object.fromEntries(parts.filter(([part, value]) => secrets.get(part)?.value !== value));
}

function actorOf({ tenantId, userId, displayName }: Caller): NewConnection['actor'] {
  return { tenantId, userId, displayName: displayName.trim() || null };
}

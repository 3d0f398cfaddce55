import type { WebhookValues } from '@parley/contract';
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js';
import type { AccountSource, AddressBook } from '../../ports/carrier-connection.ts';
import {
  type AccountInfo,
  type AccountNumber,
  type PhoneAccount,
  PhoneAccountFailed,
  type PhoneProblem,
} from '../../ports/phone-account.ts';
import { requestsOf, requestTimeoutMs, type SendRequest } from './client.ts';
import { webhookPath } from './paths.ts';
import { callbackUrls, numberWebhooks } from './urls.ts';

/** What a person sees and changes of a Twilio account. */
export function twilioAccount(
  source: AccountSource,
  addresses: AddressBook,
  connectionId: string | null,
  timeoutMs: number = requestTimeoutMs,
): PhoneAccount {
  const send = requestsOf(source, timeoutMs);
  const sendWithToken = requestsOf(withTokenOnly(source), timeoutMs);
  const usesKey = () => source.credentials().apiKey !== null;
  const inbound = webhookPath('inbound', connectionId);
  return {
    info: () =>
      asked(
        () => readInfo(sendWithToken, source.accountSid),
        () => 'wrong_token',
      ),

    numbers: () =>
      asked(
        async () => (await send((client) => client.incomingPhoneNumbers.list({ limit: 1000 }))).map(view),
        () => (usesKey() ? 'wrong_api_key' : 'wrong_token'),
      ),

    number: async (sid) => {
      try {
        return await asked(
          async () => view(await send((client) => client.incomingPhoneNumbers(sid).fetch())),
          () => (usesKey() ? 'wrong_api_key' : 'wrong_token'),
        );
      } catch (error) {
        if (error instanceof PhoneAccountFailed && error.problem === 'number_missing') return null;
        throw error;
      }
    },

    set: async (sid, values) => {
      await asked(
        () => send((client) => client.incomingPhoneNumbers(sid).update(updateOf(values))),
        () => 'webhooks_refused',
      );
      try {
        return view(await send((client) => client.incomingPhoneNumbers(sid).fetch()));
      } catch (error) {
        // It is changed: whatever the carrier answers now, it must not count as refused.
        throw new PhoneAccountFailed('carrier_unreachable', error);
      }
    },

    ownWebhooks: () => ({
      ...numberWebhooks(callbackUrls(addresses.current(), connectionId)),
      ...{ voiceApplicationSid: '', trunkSid: '' },
    }),

    // The id of a connection is known to nobody else, so the path alone says whose it is.
    isOwn: (values) =>
      callsGo(values) === 'to an address' && URL.parse(values.voiceUrl)?.pathname === inbound,
  };
}

function withTokenOnly(source: AccountSource): AccountSource {
  return {
    ...{ accountSid: source.accountSid, baseUrl: source.baseUrl },
    credentials: () => ({ ...source.credentials(), apiKey: null }),
    signingTokens: (now) => source.signingTokens(now),
    reread: () => source.reread(),
    reportFailure: (failure) => source.reportFailure(failure),
  };
}

/** An account in any other state makes calls. */
const stopped = ['suspended', 'closed'] as const;

async function readInfo(send: SendRequest, accountSid: string): Promise<AccountInfo> {
  const { friendlyName, status, type } = await send((client) =>
    client.api.v2010.accounts(accountSid).fetch(),
  );
  const balance = await send((client) => client.api.v2010.accounts(accountSid).balance.fetch()).catch(
    () => null,
  );
  return {
    name: friendlyName,
    state: stopped.find((one) => one === status) ?? 'active',
    isTrial: type === 'Trial',
    balance: balance && { amount: balance.balance, currency: balance.currency },
  };
}

function view(number: IncomingPhoneNumberInstance): AccountNumber {
  const webhooks = {
    voiceUrl: number.voiceUrl ?? '',
    voiceMethod: number.voiceMethod ?? '',
    voiceFallbackUrl: number.voiceFallbackUrl ?? '',
    voiceFallbackMethod: number.voiceFallbackMethod ?? '',
    statusCallback: number.statusCallback ?? '',
    statusCallbackMethod: number.statusCallbackMethod ?? '',
    voiceApplicationSid: number.voiceApplicationSid ?? '',
    trunkSid: number.trunkSid ?? '',
  };
  return {
    sid: number.sid,
    number: number.phoneNumber,
    voice: number.capabilities?.voice === true,
    webhooks,
    callsGo: callsGo(webhooks),
  };
}

/** Set: an application or a trunk is asked, and the address is ignored. */
function callsGo({ voiceUrl, voiceApplicationSid, trunkSid }: WebhookValues): AccountNumber['callsGo'] {
  if (voiceApplicationSid !== '' || trunkSid !== '') return 'to an application';
  return voiceUrl === '' ? 'nowhere' : 'to an address';
}

/** An empty URL or SID clears the field. There is no empty method: one that was never set is left out. */
function updateOf(values: WebhookValues) {
  const { voiceMethod, voiceFallbackMethod, statusCallbackMethod, ...others } = values;
  return {
    ...others,
    ...(voiceMethod !== '' && { voiceMethod }),
    ...(voiceFallbackMethod !== '' && { voiceFallbackMethod }),
    ...(statusCallbackMethod !== '' && { statusCallbackMethod }),
  };
}

/** The code of an account that is suspended or closed. */
const notActive = 20005;

async function asked<T>(act: () => Promise<T>, whenRefused: () => PhoneProblem): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new PhoneAccountFailed(problemOf(error, whenRefused), error);
  }
}

function problemOf(error: unknown, whenRefused: () => PhoneProblem): PhoneProblem {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (code === notActive) return 'account_suspended';
  if (status === 404) return 'number_missing';
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500;
  return isRefusal && status !== 408 && status !== 429 ? whenRefused() : 'carrier_unreachable';
}

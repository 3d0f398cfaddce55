import { Agent } from 'node:http';
import twilio from 'twilio';
import type { AccountCredentials, AccountFailure, AccountSource } from '../../ports/carrier-connection.ts';
import { countRequest } from './count-request.ts';

export type TwilioClient = ReturnType<typeof twilio>;

/** Less than the fifteen seconds of a browser's request, and enough for the slowest call creation. */
export const requestTimeoutMs = 10_000;

/** Sends requests with the present credentials. Throws what the SDK throws. */
export type SendRequest = <T>(act: (client: TwilioClient) => Promise<T>) => Promise<T>;

/**
 * A request that was answered with 401 was not processed. It is repeated once, also where it dials, if there are newer
 * credentials by then.
 */
export function requestsOf(source: AccountSource, timeoutMs: number): SendRequest {
  let open: { readonly revision: number; readonly client: TwilioClient } | null = null;
  const current = () => {
    const credentials = source.credentials();
    if (open?.revision !== credentials.revision)
      open = { revision: credentials.revision, client: createClient(source, credentials, timeoutMs) };
    return open;
  };
  const reported = (error: unknown) => {
    const failure = accountFailureOf(error, source.credentials());
    if (failure !== null) source.reportFailure(failure);
    return error;
  };
  return async (act) => {
    const used = current();
    try {
      return await act(used.client);
    } catch (error) {
      if (!isUnauthorized(error)) throw reported(error);
      if (current().revision === used.revision) await source.reread().catch(() => false);
      const newer = current();
      if (newer.revision === used.revision) throw reported(error);
      return await act(newer.client).catch((again: unknown) => {
        throw reported(again);
      });
    }
  };
}

function isUnauthorized(error: unknown): boolean {
  return (error as { status?: unknown }).status === 401;
}

/** The code of an account that is suspended or closed. */
const notActive = 20005;

function accountFailureOf(error: unknown, { apiKey }: AccountCredentials): AccountFailure | null {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if ((status === 401 || status === 403) && code === notActive) return 'account_suspended';
  if (status !== 401) return null;
  return apiKey ? 'wrong_api_key' : 'wrong_token';
}

/**
 * The official SDK, without keep-alive and retries. A kept connection that the other side has just closed fails in the
 * same way as a request that may have placed a call, so every request opens a connection.
 */
function createClient(
  { accountSid, baseUrl }: AccountSource,
  { authToken, apiKey }: AccountCredentials,
  timeout: number,
): TwilioClient {
  const httpClient = new twilio.RequestClient({ timeout, keepAlive: false, maxSockets: 100 });
  // The SDK takes every status as an answer; what is rejected had none.
  httpClient.axios.interceptors.response.use(
    (response) => {
      countRequest(response.config.url ?? '', response.status);
      return response;
    },
    (error: { config?: { url?: string } }) => {
      countRequest(error.config?.url ?? '', null);
      return Promise.reject(error);
    },
  );
  httpClient.axios.defaults.httpAgent = new Agent({ keepAlive: false, maxSockets: 100, timeout });
  const client = apiKey
    ? twilio(apiKey.sid, apiKey.secret, { accountSid, httpClient })
    : twilio(accountSid, authToken, { httpClient });
  if (baseUrl !== null) client.api.baseUrl = baseUrl;
  return client;
}

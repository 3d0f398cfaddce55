import { Agent } from 'node:http';
import twilio from 'twilio';
import type { CarrierAccount } from '../../config/carrier.ts';

export type TwilioClient = ReturnType<typeof twilio>;

/** Less than the fifteen seconds of a browser's request, and enough for the slowest call creation. */
export const requestTimeoutMs = 10_000;

/**
 * The official SDK, without keep-alive and retries. A kept connection that the other side has just closed fails in the
 * same way as a request that may have placed a call, so every request opens a connection.
 */
export function createClient(account: CarrierAccount, timeout: number): TwilioClient {
  const httpClient = new twilio.RequestClient({ timeout, keepAlive: false, maxSockets: 100 });
  httpClient.axios.defaults.httpAgent = new Agent({ keepAlive: false, maxSockets: 100, timeout });
  const client = account.apiKey
    ? twilio(account.apiKey.sid, account.apiKey.secret, { accountSid: account.accountSid, httpClient })
    : twilio(account.accountSid, account.authToken, { httpClient });
  if (account.baseUrl !== null) client.api.baseUrl = account.baseUrl;
  return client;
}

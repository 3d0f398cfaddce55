import { Agent } from 'node:http';
import twilio from 'twilio';
import type { CarrierAccount } from '../../config/carrier.ts';

export type TwilioClient = ReturnType<typeof twilio>;

/** Inside the fifteen seconds that a browser's request may take, and enough for the slowest create. */
export const requestTimeoutMs = 10_000;

/**
 * The official SDK. A kept connection that the other side has just closed fails in the same way as a call that may
 * have been placed, so every request opens its own; and nothing is repeated behind our back.
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

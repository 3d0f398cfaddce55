import type { CarrierAccount } from '../config/carrier.ts';
import type { AccountSource, AddressBook } from '../ports/carrier-connection.ts';

/** An account whose credentials stay as they are while the server runs. */
export function fixedAccount({ accountSid, authToken, apiKey, baseUrl }: CarrierAccount): AccountSource {
  const credentials = { authToken, apiKey, revision: 0 };
  return {
    accountSid,
    baseUrl,
    credentials: () => credentials,
    signingTokens: () => [authToken],
    reread: async () => false,
    reportFailure: () => {},
  };
}

export function fixedAddress(url: string): AddressBook {
  return { current: () => url, all: () => [url] };
}

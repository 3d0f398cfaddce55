import { connectTwilio, type TwilioOptions } from '../src/adapters/twilio/connection.ts';
import { socketPath, type WebhookName, webhookNames, webhookPath } from '../src/adapters/twilio/paths.ts';
import { fixedAccount, fixedAddress } from '../src/composition/fixed-account.ts';
import type { CarrierAccount } from '../src/config/carrier.ts';
import type { CarrierConnection } from '../src/ports/carrier-connection.ts';

/** The paths of the environment's account and of sandboxes. */
export const webhookPaths = Object.fromEntries(
  webhookNames.map((name) => [name, webhookPath(name, null)]),
) as Record<WebhookName, string>;
export const socketPaths = { relay: socketPath('relay', null), media: socketPath('media', null) };

/** An account whose credentials and address stay as they are. */
export function connectFixed(
  account: CarrierAccount,
  publicUrl: string,
  options: TwilioOptions,
): CarrierConnection {
  return connectTwilio(fixedAccount(account), fixedAddress(publicUrl), options);
}

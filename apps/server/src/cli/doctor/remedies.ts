import type { ProblemCode } from '@parley/contract';
import { carrierSettings, realCarrierNeedsHttps } from '../../config/carrier.ts';

const proxy =
  'Let the reverse proxy pass every path of PUBLIC_URL on to Parley, unchanged and without a redirect.';

/** What to do where the settings say it, and not somebody in the browser. The others keep their own remedy. */
export const settingsRemedies: Readonly<Partial<Record<ProblemCode, string>>> = {
  wrong_token: `Check ${carrierSettings.login}.`,
  wrong_api_key: `Check ${carrierSettings.login}.`,
  carrier_unreachable: `Check that this machine may connect to it, and ${carrierSettings.baseUrl} where it is set.`,
  number_missing: `Set ${carrierSettings.number} to a number of the account, or buy this one.`,
  address_http: realCarrierNeedsHttps,
  address_unknown: 'Check PUBLIC_URL and its name server entry.',
  address_no_answer: 'Start Parley; check PUBLIC_URL, its name server entry and the reverse proxy.',
  address_not_parley: proxy,
  address_changes_requests: proxy,
};

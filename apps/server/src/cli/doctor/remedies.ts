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
  key_refused: 'Check OPENAI_API_KEY, or ANTHROPIC_API_KEY where the model is one of Anthropic.',
  model_missing: 'Check LLM_MODEL, or REALTIME_MODEL where it is the speech service.',
  model_unreachable:
    'Check LLM_BASE_URL, and that this machine may connect to it. If it is right, try again in a minute.',
  model_unusable: 'Check that LLM_BASE_URL speaks the OpenAI protocol and that LLM_MODEL writes text.',
  model_no_tools: 'Set LLM_MODEL to a model that can use tools.',
  speech_unreachable:
    'Check REALTIME_URL, and that this machine may connect to it. If it is right, try again in a minute.',
  speech_unusable: 'Check that REALTIME_URL speaks the Realtime protocol and that REALTIME_MODEL speaks.',
  mail_login:
    'Check the user and the password in SMTP_URL; special characters are percent-encoded (%40 for @).',
  mail_tls: 'Check the scheme, the host and the port in SMTP_URL: smtps:// for port 465, smtp:// for 587.',
  mail_unreachable: 'Check the host and the port in SMTP_URL, and that this machine may connect to it.',
  mail_from_refused: 'Set MAIL_FROM to an address that the account may send from.',
  storage_refused:
    'Check FILES_URL, FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY, and what the key may do: docs/files.md, S3.',
  storage_missing: 'Make the bucket, or check FILES_URL.',
  storage_unreachable: 'Check the endpoint in FILES_URL, and that this machine may connect to it.',
  storage_full: 'Raise the quota of the bucket, or delete what is not needed.',
};

import * as z from 'zod/mini';

/** Stable names of the errors. The sentence that comes with a code may change, the code does not. */
export const errorCodes = [
  'invalid_request',
  'invalid_phone_number',
  'country_not_allowed',
  'number_type_not_allowed',
  'reset_link_invalid',
  'unauthenticated',
  'wrong_credentials',
  'forbidden',
  'not_permitted',
  'first_account_code',
  'bad_signature',
  'not_found',
  'agent_not_found',
  'call_not_found',
  'template_not_found',
  'version_not_found',
  'number_not_found',
  'email_taken',
  'call_in_progress',
  'agent_archived',
  'agent_not_published',
  'agent_not_publishable',
  'draft_changed',
  'number_taken',
  'too_many_agents',
  'settings_changed',
  'do_not_call',
  'no_model',
  'instructions_not_english',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'too_many_calls',
  'daily_limit_reached',
  'too_many_requests',
  'too_many_attempts',
  'carrier_invalid_number',
  'carrier_country_blocked',
  'carrier_caller_id',
  'carrier_account',
  'carrier_busy',
  'carrier_refused',
  'carrier_unreachable',
  'carrier_not_connected',
  'call_not_sent',
  'shutting_down',
  'server_busy',
  'database_unavailable',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** `details` is what a program needs beside the sentence; the routes say of which code it has which shape. */
export const errorBody = z.object({ error: z.string(), code: errorCode, details: z.optional(z.unknown()) });
export type ErrorBody = z.infer<typeof errorBody>;

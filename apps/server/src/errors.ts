import type { ErrorCode } from '@parley/contract';

/** A failure that the client is told: a stable code, a sentence for a person, and when to try again. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** What a program needs beside the sentence; the contract says of which code it has which shape. */
  readonly details: unknown;

  constructor(
    code: ErrorCode,
    sentence: string,
    options: { retryAfterSeconds?: number; cause?: unknown; details?: unknown } = {},
  ) {
    super(sentence, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

/** Exhaustive on purpose: a code without a status does not compile. */
export const statusOf: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_phone_number: 400,
  country_not_allowed: 400,
  number_type_not_allowed: 400,
  reset_link_invalid: 400,
  host_not_allowed: 400,
  confirmation_wrong: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_permitted: 403,
  first_account_code: 403,
  bad_signature: 403,
  not_found: 404,
  agent_not_found: 404,
  call_not_found: 404,
  template_not_found: 404,
  version_not_found: 404,
  number_not_found: 404,
  try_not_found: 404,
  question_not_found: 404,
  connection_not_found: 404,
  email_taken: 409,
  call_in_progress: 409,
  agent_archived: 409,
  agent_not_published: 409,
  draft_changed: 409,
  number_taken: 409,
  agent_not_deletable: 409,
  too_many_agents: 409,
  settings_changed: 409,
  account_taken: 409,
  number_claimed: 409,
  number_without_voice: 409,
  webhooks_changed: 409,
  address_not_ready: 409,
  set_in_environment: 409,
  one_organization_only: 409,
  not_ready: 409,
  phone_disconnected: 409,
  phone_failing: 409,
  model_disconnected: 409,
  carrier_not_connected: 409,
  do_not_call: 409,
  no_model: 409,
  no_sandbox: 409,
  try_ended: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  agent_not_publishable: 422,
  connection_failed: 422,
  idempotency_key_reused: 422,
  instructions_not_english: 422,
  too_many_calls: 429,
  lines_busy: 429,
  too_many_tries: 429,
  daily_limit_reached: 429,
  too_many_requests: 429,
  too_many_attempts: 429,
  carrier_invalid_number: 502,
  carrier_country_blocked: 502,
  carrier_caller_id: 502,
  carrier_account: 502,
  carrier_busy: 502,
  carrier_refused: 502,
  carrier_unreachable: 502,
  call_not_sent: 503,
  model_failing: 503,
  shutting_down: 503,
  server_busy: 503,
  database_unavailable: 503,
  internal: 500,
};

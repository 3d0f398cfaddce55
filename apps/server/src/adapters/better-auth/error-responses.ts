import { type ErrorBody, type ErrorCode, isObject } from '@parley/contract';
import { statusOf } from '../../errors.ts';
import { durationText } from '../../lib/duration-text.ts';

/** The library's error codes as ours. Codes that are not listed are mapped by their status. */
const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  // A concurrent sign-up with the same address; `afterAuthHook` has turned other failures of the row into a 500.
  FAILED_TO_CREATE_USER: 'email_taken',
  INVALID_TOKEN: 'reset_link_invalid',
  USER_NOT_FOUND: 'reset_link_invalid',
  TOO_MANY_ATTEMPTS: 'too_many_attempts',
  FIRST_ACCOUNT_CODE: 'first_account_code',
  WRONG_PASSWORD: 'wrong_password',
  WRONG_CODE: 'wrong_code',
  CODE_USED: 'code_used',
  RECOVERY_CODE_USED: 'code_used',
  SIGN_IN_EXPIRED: 'sign_in_expired',
  SECOND_FACTOR_ON: 'second_factor_on',
  SECOND_FACTOR_OFF: 'second_factor_off',
  SECOND_FACTOR_BEGUN_ANEW: 'second_factor_begun_anew',
  SESSION_NOT_FOUND: 'session_not_found',
  SIGN_UP_CLOSED: 'sign_up_closed',
  INVITATION_NEEDED: 'invitation_needed',
  INVITATION_NOT_FOUND: 'invitation_not_found',
  INVITATION_USED: 'invitation_used',
  INVITATION_EXPIRED: 'invitation_expired',
  INVITATION_OTHER_ACCOUNT: 'invitation_other_account',
  ALREADY_MEMBER: 'already_member',
};

const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
};

const sentences: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The request cannot be understood.',
  unauthenticated: 'Sign in to continue.',
  wrong_credentials: 'The email address or the password is not right.',
  email_taken: 'There is already an account with this email address. Sign in instead.',
  reset_link_invalid: 'This link has been used or has expired. Ask your administrator for a new one.',
  first_account_code:
    'The first account needs the one-time code that the server has printed, and npm run access -- list shows.',
  wrong_password: 'The password is not right.',
  wrong_code:
    'The code is not right. Codes change every 30 seconds; check that the clock of your phone is set automatically.',
  code_used: 'This code has been used. Wait for the next one.',
  sign_in_expired: 'That took too long. Sign in again.',
  second_factor_on: 'Your account has a second factor already. Load the page again.',
  second_factor_off: 'Your account has no second factor. Load the page again.',
  second_factor_begun_anew:
    'The set-up was begun again in another tab or browser, so the key on this page does not count. Finish it there, or load this page again and begin anew.',
  session_not_found: 'This session has ended already.',
  sign_up_closed: 'Nobody can create an account here at the moment. Ask your administrator.',
  invitation_needed: 'You need an invitation to create an account here. Ask your administrator for a link.',
  invitation_not_found:
    'This invitation does not exist or was withdrawn. Ask your administrator for a new one.',
  invitation_used: 'This invitation has been used. Ask your administrator for a new one.',
  invitation_expired: 'This invitation has expired. Ask your administrator for a new one.',
  invitation_other_account: 'This invitation is for another email address.',
  already_member: 'This account has access already. The invitation was not used.',
  forbidden: 'Requests from this website are not accepted.',
  not_found: 'There is nothing at this address.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'Send the request as JSON.',
  internal: 'Something went wrong on our side. Please try again.',
};

export function json(body: unknown, status = 200, headers = new Headers()): Response {
  headers.set('content-type', 'application/json; charset=utf-8');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status, headers });
}

export function refusal(code: ErrorCode, sentence = sentences[code] ?? '', retryAfterSeconds = 0): Response {
  const headers = new Headers(retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {});
  return json({ error: sentence, code } satisfies ErrorBody, statusOf[code], headers);
}

/** The library's error response in the form of our API. */
export async function translate(response: Response): Promise<Response> {
  const body: unknown = await response.json().catch(() => null);
  const said = isObject(body) && typeof body.code === 'string' ? codes[body.code] : undefined;
  const code = said ?? byStatus[response.status] ?? 'internal';
  if (code === 'too_many_attempts' || code === 'too_many_requests') {
    const header = Number(response.headers.get('x-retry-after'));
    const seconds = isObject(body) ? Number(body.retryAfterSeconds) || header : header;
    return refusal(code, `Too many attempts. Try again in ${durationText(seconds || 60)}.`, seconds || 60);
  }
  return refusal(code, isObject(body) && body.code === 'RECOVERY_CODE_USED' ? usedSentence : undefined);
}

const usedSentence = 'This recovery code has been used. Each works once: take another one.';

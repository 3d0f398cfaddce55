import {
  type CodeNeededResponse,
  confirmSecondFactorBody,
  endSessionBody,
  invitationBody,
  isObject,
  passwordAndCodeBody,
  passwordBody,
  resetPasswordBody,
  type SessionResponse,
  type SignedInResponse,
  secondFactorCodeBody,
  signInBody,
  signUpBody,
} from '@parley/contract';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { withOrigin } from '../../lib/request-origin.ts';
import { parseStorableJson, UnstorableText, unstorableSentence } from '../../lib/storable-text.ts';
import { clientAddressHeader, localVisitorHeader } from '../../ports/identity.ts';
import { idleSecondsHeader } from '../../ports/sign-in-sessions.ts';
import { json, refusal, translate } from './error-responses.ts';
import { type KnownDevices, knownDeviceHeader } from './known-devices.ts';

/** A request that is passed on to the library: its method, its body by the contract, and what is returned of the response. */
interface AllowedRequest {
  readonly method: 'GET' | 'POST';
  readonly body?: ZodMiniType<object>;
  readonly present: (answer: Record<string, unknown>) => unknown;
}

export const basePath = '/api/auth';

/** All other endpoints of the library answer 404. */
const allowedRequests: Record<string, AllowedRequest> = {
  '/sign-up/email': { method: 'POST', body: signUpBody, present: presentSignedIn },
  '/sign-in/email': { method: 'POST', body: signInBody, present: presentSignedIn },
  '/sign-out': { method: 'POST', present: () => ({ done: true }) },
  '/reset-password': { method: 'POST', body: resetPasswordBody, present: () => ({ done: true }) },
  '/second-factor/verify': { method: 'POST', body: secondFactorCodeBody, present: presentSignedIn },
  '/second-factor': { method: 'GET', present: asItIs },
  '/second-factor/start': { method: 'POST', body: passwordBody, present: asItIs },
  '/second-factor/confirm': { method: 'POST', body: confirmSecondFactorBody, present: asItIs },
  '/second-factor/recovery-codes': { method: 'POST', body: passwordAndCodeBody, present: asItIs },
  '/second-factor/remove': { method: 'POST', body: passwordAndCodeBody, present: asItIs },
  '/sessions': { method: 'GET', present: asItIs },
  '/sessions/end': { method: 'POST', body: endSessionBody, present: asItIs },
  '/sessions/end-others': { method: 'POST', present: asItIs },
  '/invitation/look': {
    method: 'POST',
    body: invitationBody,
    present: ({ role, email, expiresAt, signUpPossible }) => ({ role, email, expiresAt, signUpPossible }),
  },
  '/invitation/accept': { method: 'POST', body: invitationBody, present: () => ({ done: true }) },
  '/get-session': { method: 'GET', present: presentSession },
  '/token': { method: 'GET', present: ({ token }) => ({ token }) },
};

/** No other header of the client reaches the library. */
const forwardedHeaders = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  clientAddressHeader,
  localVisitorHeader,
];
const fetchMetadata = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];
const returnedHeaders = ['set-auth-jwt'];

export interface AuthRequest {
  readonly method: string;
  /** The path below the web origin, without the query. */
  readonly path: string;
  readonly headers: Headers;
  /** Null: too large. */
  readonly body: string | null;
}

export type AuthRequestHandler = (request: AuthRequest) => Promise<Response>;

export interface AuthLibrary {
  /** A Cookie header as the library can verify it. */
  cookies(header: string): string;
  handle(request: Request): Promise<Response>;
  /** Ends a session that was idle for too long, before the library looks at it. */
  useSession(token: string, idleSeconds: number): Promise<void>;
}

export function createAuthRequestHandler(
  origin: string,
  devices: KnownDevices,
  library: AuthLibrary,
): AuthRequestHandler {
  return async ({ method, path, headers, body }) => {
    const name = path.slice(basePath.length);
    const allowed = Object.hasOwn(allowedRequests, name) ? allowedRequests[name] : undefined;
    if (allowed === undefined || allowed.method !== method) return refusal('not_found');
    if (body === null) return refusal('body_too_large');
    const parsed = allowed.method === 'POST' ? parseBody(allowed, headers, body) : undefined;
    if (parsed instanceof Response) return parsed;

    const email = isSigningIn(name) ? emailIn(parsed) : null;
    const device = email === null ? null : devices.recognise(headers.get('cookie'), email);
    const session = sessionTokenIn(headers.get('cookie') ?? '');
    if (session !== null) await library.useSession(session, idleSecondsOf(headers));
    const request = new Request(new URL(path, origin), {
      method,
      headers: headersFor(headers, method, device, library),
      ...(parsed === undefined ? {} : { body: JSON.stringify(parsed) }),
    });
    const sender = { actorKind: 'person', address: headers.get(clientAddressHeader) } as const;
    const response = await withOrigin(sender, () => library.handle(request));
    if (!response.ok) return translate(response);
    const answer: unknown = await response.json();
    const headersBack = headersOf(response);
    const presented = isObject(answer) ? allowed.present(answer) : null;
    const signedIn = isSigningIn(name) ? signedInEmail(presented) : null;
    if (signedIn !== null) headersBack.append('set-cookie', devices.cookieFor(signedIn));
    return json(presented, 200, headersBack);
  };
}

/** JSON only: another website can send a form without a preflight request, but not JSON. */
function parseBody(allowed: AllowedRequest, headers: Headers, body: string): object | Response {
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')) {
    return refusal('unsupported_media_type');
  }
  let value: unknown;
  try {
    value = body === '' ? {} : parseStorableJson(body);
  } catch (error) {
    const unstorable = error instanceof UnstorableText;
    return refusal('invalid_request', unstorable ? unstorableSentence : 'The request is not valid JSON.');
  }
  if (allowed.body === undefined) return {};
  const result = safeParse(allowed.body, value);
  if (!result.success) return refusal('invalid_request', result.error.issues[0]?.message);
  return withName(result.data);
}

/** The library requires a single name field. */
function withName(body: object): object {
  return 'firstName' in body && 'lastName' in body
    ? { ...body, name: `${body.firstName} ${body.lastName}` }
    : body;
}

/** After one of these the person is signed in, and the browser is recognised from then on. */
function isSigningIn(name: string): boolean {
  return name === '/sign-in/email' || name === '/sign-up/email' || name === '/second-factor/verify';
}

/** Null where a code is still to be given: only then is the browser one in which the person has signed in. */
function signedInEmail(presented: unknown): string | null {
  const user = isObject(presented) ? presented.user : null;
  return isObject(user) && typeof user.email === 'string' ? user.email : null;
}

function emailIn(body: object | undefined): string | null {
  return body !== undefined && 'email' in body && typeof body.email === 'string' ? body.email : null;
}

function headersFor(given: Headers, method: string, device: string | null, library: AuthLibrary): Headers {
  const headers = new Headers(method === 'POST' ? { 'content-type': 'application/json' } : {});
  for (const name of [...forwardedHeaders, ...fetchMetadata]) {
    const value = given.get(name);
    if (value !== null) headers.set(name, name === 'cookie' ? library.cookies(value) : value);
  }
  if (device !== null) headers.set(knownDeviceHeader, device);
  return headers;
}

function headersOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  for (const name of returnedHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Without the session token, which stays in its HttpOnly cookie. */
function presentSignedIn({
  user,
  secondFactor,
}: Record<string, unknown>): SignedInResponse | CodeNeededResponse {
  return secondFactor === 'needed' ? { secondFactor } : { user: presentUser(user) };
}

/** Made by an endpoint of ours. */
function asItIs(answer: Record<string, unknown>): unknown {
  return answer;
}

function presentSession({ user, session }: Record<string, unknown>): SessionResponse {
  return { user: presentUser(user), expiresAt: isObject(session) ? String(session.expiresAt) : '' };
}

function presentUser(user: unknown): SignedInResponse['user'] {
  const fields = isObject(user) ? user : {};
  const text = (name: string) => String(fields[name] ?? '');
  return { id: text('id'), email: text('email'), firstName: text('firstName'), lastName: text('lastName') };
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?parley\.session_token=([^;]+)/;

/** What the session cookie holds before its signature, which the library checks. */
function sessionTokenIn(cookies: string): string | null {
  try {
    const token = decodeURIComponent(sessionCookie.exec(cookies)?.[1] ?? '').split('.')[0] ?? '';
    // Anything else is not ours, and may be what the database cannot hold.
    return /^[\w-]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

/** Without a number the request itself counts as somebody's act: pages of earlier releases send none. */
function idleSecondsOf(headers: Headers): number {
  const seconds = Math.floor(Number(headers.get(idleSecondsHeader) ?? 0));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestIdleSeconds) : 0;
}

const longestIdleSeconds = 7 * 24 * 60 * 60;

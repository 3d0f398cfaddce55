import { createHmac, randomUUID } from 'node:crypto';
import type { Role } from '@parley/contract';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import type { Auth } from '../src/adapters/better-auth/auth.ts';
import { audience, issuer } from '../src/adapters/better-auth/own-token.ts';

/** Makes tokens of one issuer: valid ones, and ones that differ from a valid one in a single way. */
export interface TokenMint {
  /** The claims of a person who has access, until `changes` say otherwise. */
  claims(changes?: JWTPayload): JWTPayload;
  sign(claims: JWTPayload): Promise<string>;
  /** The same header, signed with a key that is not the issuer's. */
  signWithWrongKey(claims: JWTPayload): Promise<string>;
  /** How this issuer names an organization. */
  organization(id: string): JWTPayload;
  /** Public, so a token signed with it must be refused. */
  readonly publicKey: string;
  readonly header: { readonly alg: string; readonly kid: string };
}

const now = () => Math.floor(Date.now() / 1000);

const person = (appKey: string): JWTPayload => ({
  sub: randomUUID(),
  email: 'kit@example.com',
  firstName: 'Kit',
  lastName: 'Reed',
  m: { [appKey]: 'admin' },
  iat: now(),
  exp: now() + 60,
});

/** Signs with the key of the running built-in provider. */
export async function createBuiltInMint(auth: Auth, appKey: string): Promise<TokenMint> {
  const [key] = (await auth.api.getJwks()).keys;
  if (key?.kid === undefined) throw new Error('The provider has no key yet.');
  const header = { alg: 'EdDSA', kid: key.kid };
  const wrongKey = await generateKeyPair('EdDSA');
  const imported = await importJWK(key, 'EdDSA', { extractable: true });
  return {
    header,
    publicKey: await exportSPKI(imported as CryptoKey),
    claims: (changes) => ({ ...person(appKey), iss: issuer, aud: audience, azp: audience, ...changes }),
    sign: async (claims) => (await auth.api.signJWT({ body: { payload: claims } })).token,
    signWithWrongKey: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(wrongKey.privateKey),
    organization: (id) => ({ org: id }),
  };
}

export interface ClerkMint extends TokenMint {
  readonly publishableKey: string;
  readonly jwks: { readonly keys: readonly object[] };
}

/** To make such a pair takes longer than most tests. */
const madeOnce = () => {
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  return () => (pair ??= generateKeyPair('RS256', { extractable: true }));
};
const ownPair = madeOnce();
const wrongPair = madeOnce();

/** Tokens of the shape that Clerk issues, signed here. */
export async function createClerkMint(appKey: string, webOrigin: string): Promise<ClerkMint> {
  const host = 'quiet-heron-12.clerk.accounts.dev';
  const header = { alg: 'RS256', kid: 'ins_test', typ: 'JWT', cat: 'cl_B7d4PD111AAA' };
  const own = await ownPair();
  const signWith = (key: CryptoKey) => (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader(header).sign(key);
  const jwk = await crypto.subtle.exportKey('jwk', own.publicKey);
  return {
    header,
    publishableKey: `pk_test_${Buffer.from(`${host}$`).toString('base64')}`,
    publicKey: await exportSPKI(own.publicKey),
    jwks: { keys: [{ ...jwk, kid: header.kid, use: 'sig' }] },
    claims: (changes) => ({
      ...person(appKey),
      ...{ iss: `https://${host}`, azp: webOrigin, nbf: now() - 10, sid: 'sess_1', sts: 'active', v: 2 },
      ...changes,
    }),
    sign: signWith(own.privateKey),
    signWithWrongKey: async (claims) => signWith((await wrongPair()).privateKey)(claims),
    organization: (id) => ({ o: { id, slg: 'tenant', rol: 'admin' } }),
  };
}

/** A claim set to undefined is left out, as JSON does. */
const without = (...names: string[]): JWTPayload =>
  Object.fromEntries(names.map((name) => [name, undefined]));

function unsigned(header: object, claims: JWTPayload): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}`;
}

function withHmac(mint: TokenMint): string {
  const text = unsigned({ ...mint.header, alg: 'HS256' }, mint.claims());
  return `${text}.${createHmac('sha256', mint.publicKey).update(text).digest('base64url')}`;
}

async function tampered(mint: TokenMint): Promise<string> {
  const [header, , signature] = (await mint.sign(mint.claims())).split('.');
  const claims = Buffer.from(JSON.stringify(mint.claims({ sub: 'somebody-else' }))).toString('base64url');
  return [header, claims, signature].join('.');
}

export interface TokenCase {
  readonly name: string;
  /** Null: the request carries no token at all. */
  readonly token: (mint: TokenMint) => Promise<string> | string | null;
  /** What the API answers. */
  readonly status: 200 | 401 | 403;
  /** For 200: the role that it names, and the one that it counts as. */
  readonly role?: string | null;
  readonly countsAs?: Role;
  readonly organization?: string;
}

const minutes = 60;

/** Every way a token can be valid or invalid; `appKey` is the entry that gives access. */
export function tokenCases(appKey: string): TokenCase[] {
  const changed = (changes: JWTPayload) => (mint: TokenMint) => mint.sign(mint.claims(changes));
  const named = (role: unknown) => changed({ m: { [appKey]: role } });
  return [
    { name: 'a good token', token: changed({}), status: 200, role: 'admin', countsAs: 'admin' },
    { name: 'none', token: () => null, status: 401 },
    { name: 'garbage', token: () => 'garbage', status: 401 },
    {
      name: 'two parts',
      token: async (mint) => (await mint.sign(mint.claims())).split('.').slice(0, 2).join('.'),
      status: 401,
    },
    { name: 'four parts', token: async (mint) => `${await mint.sign(mint.claims())}.four`, status: 401 },
    {
      name: 'expired',
      token: changed({ iat: now() - 2 * minutes, exp: now() - 1 * minutes }),
      status: 401,
    },
    {
      name: 'expired a moment ago',
      token: changed({ iat: now() - 1 * minutes, exp: now() }),
      status: 401,
    },
    { name: 'not valid yet', token: changed({ nbf: now() + 60 * minutes }), status: 401 },
    { name: 'wrong signature', token: (mint) => mint.signWithWrongKey(mint.claims()), status: 401 },
    { name: 'changed after signing', token: tampered, status: 401 },
    {
      name: 'alg: none',
      token: (mint) => `${unsigned({ alg: 'none', typ: 'JWT' }, mint.claims())}.`,
      status: 401,
    },
    { name: 'HS256 with the public key', token: withHmac, status: 401 },
    { name: 'wrong issuer', token: changed({ iss: 'https://elsewhere.example.com' }), status: 401 },
    { name: 'foreign azp', token: changed({ azp: 'https://elsewhere.example.com' }), status: 401 },
    { name: 'no subject', token: changed({ sub: '' }), status: 401 },
    { name: 'no m', token: changed(without('m')), status: 403 },
    { name: 'm is not an object', token: changed({ m: [appKey] }), status: 403 },
    { name: 'm without the key', token: changed({ m: { other: 'admin' } }), status: 403 },
    { name: 'a viewer', token: named(' Viewer '), status: 200, role: ' Viewer ', countsAs: 'viewer' },
    { name: 'an operator', token: named('OPERATOR'), status: 200, role: 'OPERATOR', countsAs: 'operator' },
    { name: 'an unknown role', token: named('lead'), status: 200, role: 'lead', countsAs: 'operator' },
    { name: 'empty role', token: named(''), status: 200, role: null, countsAs: 'operator' },
    { name: 'true', token: named(true), status: 200, role: null, countsAs: 'operator' },
    { name: 'a membership of false', token: named(false), status: 403 },
    { name: 'a membership of "false"', token: named('false'), status: 403 },
    { name: 'null role', token: named(null), status: 200, role: null, countsAs: 'operator' },
    {
      name: 'another organization',
      token: (mint) => mint.sign(mint.claims(mint.organization('org_other'))),
      status: 200,
      role: 'admin',
      countsAs: 'admin',
      organization: 'org_other',
    },
  ];
}

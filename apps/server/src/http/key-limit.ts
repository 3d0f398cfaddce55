import type { IncomingHttpHeaders } from 'node:http';
import { idempotencyKeyHeader, type Permission, type Route } from '@parley/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { KeyUse } from '../ports/caller.ts';

/** Says with every answer how often the key may still be used, and refuses it beyond its limit. */
export function limitUse({ limit, uses, secondsLeft }: KeyUse, reply: FastifyReply): void {
  reply.header('ratelimit-policy', `"minute";q=${limit};w=60`);
  reply.header('ratelimit', `"minute";r=${Math.max(0, limit - uses)};t=${secondsLeft}`);
  if (uses <= limit) return;
  throw new AppError(
    'too_many_requests',
    `This API key may be used ${limit} times a minute. Try again in ${secondsLeft} seconds.`,
    { retryAfterSeconds: secondsLeft },
  );
}

export function keySentence(permission: Permission | null): string {
  if (permission === null) return 'This is open to people who are signed in, not to API keys.';
  return `This API key does not have the permission ${permission}.`;
}

/** A program repeats what was not answered; without this it would call somebody twice. */
export function requireIdempotencyKey(
  route: Route,
  { headers }: { readonly headers: IncomingHttpHeaders },
): void {
  if (route.headers !== idempotencyKeyHeader || headers['idempotency-key'] !== undefined) return;
  throw new AppError(
    'idempotency_key_required',
    'Send an Idempotency-Key header, so that a request that is repeated is carried out once.',
  );
}

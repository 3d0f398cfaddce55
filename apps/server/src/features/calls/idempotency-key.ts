import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';

/** A program repeats what was not answered; without this it would call twice. */
export function requireIdempotencyKey(
  { key }: Caller,
  headers: { readonly 'idempotency-key'?: string | undefined },
): void {
  if (!key || headers['idempotency-key'] !== undefined) return;
  throw new AppError(
    'idempotency_key_required',
    'Send an Idempotency-Key header, so that a request that is repeated calls nobody twice.',
  );
}

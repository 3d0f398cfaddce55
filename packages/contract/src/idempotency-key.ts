import * as z from 'zod/mini';
import { limits } from './limits.ts';

export const idempotencyKeyHeader = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(
          limits.idempotencyKeyMax,
          `An Idempotency-Key may have at most ${limits.idempotencyKeyMax} characters.`,
        ),
      ),
  ),
});

import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';

/** Who may send a request: anybody, or only a caller with a valid bearer token. */
export type RouteGuard = 'public' | 'bearer';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly guard: RouteGuard;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly errors: readonly ErrorCode[];
}

import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';

/** Who may knock: anybody, or only the bearer of a good token. */
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
  readonly answer: z.ZodMiniType;
  readonly errors: readonly ErrorCode[];
}

/** What a route answers when all is well. */
export type RouteAnswer<R extends Route> = z.output<R['answer']>;

import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';
import type { Permission } from './permissions.ts';

interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Where a body may be larger than others. */
  readonly bodyBytesMax?: number;
  readonly response: z.ZodMiniType;
  readonly errors: readonly ErrorCode[];
}

/** Anybody may send a request. */
interface PublicRoute extends RouteDescription {
  readonly guard: 'public';
}

/** Only a caller with a valid bearer token, and with the permission. */
interface GuardedRoute extends RouteDescription {
  readonly guard: 'bearer';
  /** Null: everybody who is signed in. The route says why no permission fits. */
  readonly permission: Permission | null;
}

export type Route = PublicRoute | GuardedRoute;

import type { Readable } from 'node:stream';
import type { apiRoutes, RouteName } from '@parley/contract';
import type { Caller } from './caller.ts';
import type { Visitor } from './identity.ts';
import type { Log } from './log.ts';

type Routes = typeof apiRoutes;
type Parsed<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : undefined;
type Part<Name extends RouteName, Key extends string> =
  Routes[Name] extends Record<Key, infer Schema> ? Parsed<Schema> : undefined;

/** A request after every guard: parsed by the contract, with the caller where the route wants one. */
export interface EndpointRequest<Name extends RouteName> {
  readonly params: Part<Name, 'params'>;
  readonly query: Part<Name, 'query'>;
  readonly headers: Part<Name, 'headers'>;
  readonly body: Part<Name, 'body'>;
  readonly caller: Routes[Name]['guard'] extends 'bearer' ? Caller : null;
  readonly visitor: Visitor;
  readonly log: Log;
  /** Aborted when the client disconnects; only for event streams. */
  readonly signal: Name extends StreamRoute ? AbortSignal : null;
}

/** The routes that are answered with server-sent events. */
export type StreamRoute = 'events' | 'tryEvents';

/** An answer from the contract; only event streams are not JSON. */
export type Answer<Name extends RouteName> = Name extends StreamRoute ? Readable : Part<Name, 'response'>;

export type Endpoint<Name extends RouteName> = (request: EndpointRequest<Name>) => Promise<Answer<Name>>;

/** One endpoint for each route of the contract: a route without one does not compile. */
export type Endpoints = { readonly [Name in RouteName]: Endpoint<Name> };

/** Told of every answer that an endpoint has given, within the origin of the request. It must not throw or wait. */
export type OnAnswer = (name: RouteName, request: EndpointRequest<RouteName>, answer: unknown) => void;

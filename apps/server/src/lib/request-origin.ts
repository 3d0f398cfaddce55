import { AsyncLocalStorage } from 'node:async_hooks';

/** Who is behind what is being done: the audit log shows it with every change. */
export interface RequestOrigin {
  readonly actorKind: 'person' | 'key';
  /** The network address that the request came from; null where it is none. */
  readonly address: string | null;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Does the work of a request. Transactions that it opens, however deep, tell the database where it came from. */
export function withOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return origins.run(origin, work);
}

/** Null outside of requests: jobs, webhooks, commands. */
export function currentOrigin(): RequestOrigin | null {
  return origins.getStore() ?? null;
}

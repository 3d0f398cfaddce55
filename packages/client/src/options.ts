export interface ClientOptions {
  /** Where the desk is, such as `https://desk.example.com`. */
  readonly baseUrl: string;
  /** An API key, made under Settings ▸ Developers, or a function that gives it. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** For one attempt, its answer included; 30,000 unless another is given. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that may be repeated is sent again; 2 unless another number is given. */
  readonly maxRetries?: number | undefined;
  /** A request that would have to wait longer than this is not repeated; 60,000 unless another is given. */
  readonly maxRetryWaitMs?: number | undefined;
  /** In place of the global `fetch`, for a proxy or a test. */
  readonly fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** For one request. */
export interface RequestOptions {
  /** Ends the request, and the wait before another attempt. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** For routes that take one; made up where it is not given, and the same for every attempt. */
  readonly idempotencyKey?: string | undefined;
}

/** Only for routes that take no idempotency key. */
export type PlainRequestOptions = Omit<RequestOptions, 'idempotencyKey'>;

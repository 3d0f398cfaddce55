import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const freshMs = 300_000;
const keptMs = 600_000;

/** One retry; none for a 4xx, which a second request would not change. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !refused;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, gcTime: keptMs, retry: shouldRetry },
      mutations: { retry: false },
    },
  });
}

import { ApiError } from '../../lib/api-error.ts';

/** What a gateway says when it got no answer from the server behind it. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/**
 * True when the server itself answered, so that it is known what became of the request. A broken connection says
 * nothing, nor does a gateway's own page, nor an answer that cannot be read.
 */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'network_failed' || error.code === 'bad_answer') return false;
  return !(error.code === 'http_error' && gatewayStatuses.includes(error.status));
}

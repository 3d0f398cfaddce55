import { ApiError } from '../../lib/api-error.ts';

/** What a gateway returns when it got no response from the server. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/**
 * True when the error is a response of the server itself, so that the outcome of the request is known. It is not known
 * after a broken connection, an error page of a gateway, or a response that cannot be parsed.
 */
export function isDefiniteResponse(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'network_failed' || error.code === 'bad_response') return false;
  return !(error.code === 'http_error' && gatewayStatuses.includes(error.status));
}

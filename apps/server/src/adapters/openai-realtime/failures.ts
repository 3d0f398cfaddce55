import { HostRefused } from '../../lib/host-guard.ts';
import type { ModelFailureKind } from '../../ports/language-model.ts';

export interface Failure {
  readonly kind: ModelFailureKind;
  readonly retryable: boolean;
  /** A code for the log. The service's message may quote what was said, so it is not logged. */
  readonly detail: string;
}

export interface ServiceError {
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** The id of our event that caused it. */
  readonly eventId: string | null;
}

function failure(kind: ModelFailureKind, detail: string): Failure {
  return { kind, retryable: kind !== 'refused', detail };
}

export function failureOfError({ type, code }: Pick<ServiceError, 'type' | 'code'>): Failure {
  const name = code ?? type;
  if (code === 'session_expired') return failure('cut', name);
  if (/quota/.test(name)) return failure('refused', name);
  if (/rate_limit|server_error|overloaded/.test(`${type} ${code}`)) return failure('busy', name);
  if (/invalid_request|authentication|permission/.test(type)) return failure('refused', name);
  return failure('unusable', name);
}

/** The service refused the handshake. */
export function failureOfHandshake(status: number): Failure {
  const later = status === 408 || status === 425 || status === 429 || status >= 500;
  return failure(later ? 'busy' : 'refused', `http_${status}`);
}

/** The service or the network closed the connection. */
export function failureOfClose(code: number, reason: string): Failure {
  const named = /^([a-z_]+)\.([a-z_]+)$/.exec(reason);
  if (named) return failureOfError({ type: named[1] ?? '', code: named[2] ?? null });
  if (code === 1008) return failure('refused', 'close_1008');
  return failure(code === 1013 ? 'busy' : 'cut', `close_${code}`);
}

/** No connection could be made. */
export function failureOfSocket(error: unknown): Failure {
  if (error instanceof HostRefused && error.refusal !== 'unresolved')
    return failure('refused', 'host_not_allowed');
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'connection_failed';
  return failure('unreachable', code);
}

export const connectTimeout: Failure = failure('unreachable', 'connect_timeout');
export const pingTimeout: Failure = failure('cut', 'ping_timeout');
export const stuckResponse: Failure = failure('cut', 'response_not_ending');
export const wrongAudioFormat: Failure = failure('refused', 'wrong_audio_format');

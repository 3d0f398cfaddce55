import type { ModelFailureKind } from '../../ports/language-model.ts';

export interface Failure {
  readonly kind: ModelFailureKind;
  readonly retryable: boolean;
  /** A code, for the log. What the service writes for people may repeat what was said. */
  readonly detail: string;
}

export interface ServiceError {
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** The event of ours it speaks of. */
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

/** The service did not let us in. */
export function failureOfHandshake(status: number): Failure {
  const later = status === 408 || status === 425 || status === 429 || status >= 500;
  return failure(later ? 'busy' : 'refused', `http_${status}`);
}

/** The service closed, or the network did. */
export function failureOfClose(code: number, reason: string): Failure {
  const named = /^([a-z_]+)\.([a-z_]+)$/.exec(reason);
  if (named) return failureOfError({ type: named[1] ?? '', code: named[2] ?? null });
  if (code === 1008) return failure('refused', 'close_1008');
  return failure(code === 1013 ? 'busy' : 'cut', `close_${code}`);
}

/** No connection came about. */
export function failureOfSocket(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'connection_failed';
  return failure('unreachable', code);
}

export const connectTimeout: Failure = failure('unreachable', 'not_ready_in_time');
export const pingTimeout: Failure = failure('cut', 'no_sign_of_life');
export const stuckResponse: Failure = failure('cut', 'answer_does_not_end');
export const wrongFormat: Failure = failure('refused', 'no_telephone_audio');

import { APICallError } from 'ai';
import { HostRefused } from '../../lib/host-guard.ts';
import { ModelFailure } from '../../ports/language-model.ts';
import { refusalReasonOf } from '../../ports/model-refusal.ts';

/** The provider's error as a ModelFailure. `begun`: part of the answer had arrived. */
export function toFailure(error: unknown, begun: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (begun) return new ModelFailure('cut', 'The model broke off in the middle of its answer.', error);
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === undefined) return unanswered(error);
  const reason = refusalReasonOf(status, (APICallError.isInstance(error) && error.responseBody) || '');
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return new ModelFailure('busy', `The model's server answered ${status}.`, error, reason);
  }
  if (status >= 400)
    return new ModelFailure('refused', `The model's server refused with ${status}.`, error, reason);
  return new ModelFailure('unusable', 'The model sent an answer that cannot be read.', error);
}

function unanswered(error: unknown): ModelFailure {
  const host = hostRefusal(error);
  if (host && host.refusal !== 'unresolved')
    return new ModelFailure('refused', "The model's server must not be connected to.", host);
  const isNetwork =
    APICallError.isInstance(error) || (error instanceof TypeError && /fetch/i.test(error.message));
  return isNetwork
    ? new ModelFailure('unreachable', "The model's server cannot be reached.", error)
    : new ModelFailure('unusable', 'The model sent an answer that cannot be read.', error);
}

/** The SDK wraps what the fetch has thrown. */
function hostRefusal(error: unknown): HostRefused | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof HostRefused) return at;
  return null;
}

import { type Problem, type ProblemValues, problemOf } from '@parley/contract';
import { HostRefused } from '../../../lib/host-guard.ts';
import { ModelFailure } from '../../../ports/language-model.ts';

/** The names that the sentences need. */
export type VoiceNames = Pick<ProblemValues, 'provider' | 'model' | 'host'>;

/** What is wrong, in words, when a model does not do what it was asked. Anything else is a fault of ours and thrown on. */
export function problemOfModel(error: unknown, names: VoiceNames): Problem {
  const failure = failureOf(error);
  if (isHostRefused(failure)) return problemOf('host_not_allowed', names);
  switch (failure.reason) {
    case 'key':
      return problemOf('key_refused', names);
    case 'credit':
      return problemOf('no_credit', names);
    case 'model':
      return problemOf('model_missing', names);
    case 'tools':
      return problemOf('model_no_tools', names);
    case 'rate':
      return problemOf('too_many_questions', names);
    case null:
      return problemOf(withoutAnswer(failure) ? 'model_unreachable' : 'model_unusable', names);
  }
}

export function problemOfSpeech(error: unknown, names: VoiceNames): Problem {
  const failure = failureOf(error);
  const problem = problemOfModel(failure, names);
  if (problem.code === 'model_unreachable') return problemOf('speech_unreachable', names);
  return problem.code === 'model_unusable' ? problemOf('speech_unusable', names) : problem;
}

function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error;
}

function withoutAnswer({ kind }: ModelFailure): boolean {
  return kind === 'unreachable' || kind === 'cut' || kind === 'busy';
}

function isHostRefused(failure: ModelFailure): boolean {
  for (let at: unknown = failure; at instanceof Error; at = at.cause)
    if (at instanceof HostRefused) return at.refusal !== 'unresolved';
  return false;
}

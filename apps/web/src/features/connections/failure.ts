import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseProblem } from '../../lib/parsing/connections.ts';

/** What went wrong, and what to do about it if that is known. */
export interface Failure {
  sentence: string;
  remedy: string;
}

/** The other side's refusal comes with a remedy in the details. */
export function failureOf(error: unknown): Failure {
  const given = error instanceof ApiError ? parseProblem(error.details) : undefined;
  return given ?? { sentence: sentenceOf(error), remedy: '' };
}

export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'settings_changed';
}

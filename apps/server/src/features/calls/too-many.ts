import { AppError } from '../../errors.ts';
import { durationText } from '../../lib/duration-text.ts';
import type { AdmissionDecision } from '../../ports/call-admission.ts';

const limitSentences = {
  minute: {
    person: 'Too many calls in one minute.',
    tenant: 'Too many calls in one minute.',
    deployment: 'Too many calls are being placed here in one minute.',
  },
  day: {
    person: 'The daily limit of calls is reached.',
    tenant: 'The daily limit of calls is reached.',
    deployment: 'The daily limit of all calls placed here is reached.',
  },
};

/** Which limit was reached, and when to try again. */
export function tooMany({
  limit,
  whose,
  retryAfterSeconds,
}: AdmissionDecision & { kind: 'too_many' }): AppError {
  const code = limit === 'minute' ? 'too_many_calls' : 'daily_limit_reached';
  const sentence = `${limitSentences[limit][whose]} Try again in ${durationText(retryAfterSeconds)}.`;
  return new AppError(code, sentence, { retryAfterSeconds });
}

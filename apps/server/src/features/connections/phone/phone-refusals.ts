import { type Problem, type ProblemValues, problemOf } from '@parley/contract';
import { AppError } from '../../../errors.ts';
import type { ChangeRefused } from '../../../ports/connections.ts';
import type { PhoneProblem } from '../../../ports/phone-account.ts';

/** What is wrong at the other side, and what to do about it. Nothing was stored. */
export function connectionFailed(problem: Problem): AppError {
  return new AppError('connection_failed', `${problem.sentence} ${problem.remedy}`, { details: problem });
}

export function phoneFailed(code: PhoneProblem, values: ProblemValues = {}): AppError {
  const problem = problemOf(code, values);
  if (code === 'carrier_unreachable')
    return new AppError('carrier_unreachable', `${problem.sentence} ${problem.remedy}`);
  return connectionFailed(problem);
}

export function webhooksChanged(): AppError {
  return new AppError(
    'webhooks_changed',
    'Where calls to this number go has changed since you looked, so nothing was changed. Look again.',
  );
}

export function refusalOf(refused: ChangeRefused): AppError {
  switch (refused.kind) {
    case 'stale':
      return new AppError(
        'settings_changed',
        'Somebody else has changed the phone account meanwhile. Look at it and try again.',
      );
    case 'missing':
      return new AppError('connection_not_found', 'There is no such phone account any more.');
    case 'account_taken':
      return new AppError(
        'account_taken',
        'This account is connected by another organization here, or set in the environment.',
      );
    case 'number_claimed':
      return new AppError(
        'number_claimed',
        `${refused.number || 'One of these numbers'} is used by another organization here. Choose other numbers.`,
        { details: { number: refused.number } },
      );
    case 'one_organization_only':
      return new AppError(
        'one_organization_only',
        'This is set by whoever runs the server, because several organizations share it.',
      );
  }
}

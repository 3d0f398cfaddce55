import type { Problem } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Actor, ChangeRefused } from '../../ports/connections.ts';

export const actorOf = ({ tenantId, userId, displayName }: Caller): Actor => ({
  tenantId,
  userId,
  displayName,
});

/** Why a change of a connection was not stored, in words. */
export function refusalOf(refused: ChangeRefused): AppError {
  switch (refused.kind) {
    case 'stale':
      return new AppError(
        'settings_changed',
        'Somebody else has changed this connection since you opened it. Nothing was changed. Look at it again.',
      );
    case 'missing':
      return new AppError('connection_not_found', 'There is no such connection.');
    case 'account_taken':
      return new AppError(
        'account_taken',
        'Another organization of this server uses this account. It can be connected once.',
      );
    case 'number_claimed':
      return new AppError(
        'number_claimed',
        `${refused.number || 'One of these numbers'} is used by another organization of this server.`,
      );
    case 'one_organization_only':
      return new AppError(
        'one_organization_only',
        'This server has several organizations, so whoever runs it sets this.',
      );
  }
}

/** What was entered does not work; nothing was stored. */
export function failed(problem: Problem): AppError {
  return new AppError('connection_failed', `${problem.sentence} ${problem.remedy}`, { details: problem });
}

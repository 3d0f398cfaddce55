import type { AccountStanding } from '../account.ts';
import { AccountError, type AccountState } from '../account-state.ts';
import type { Route } from './route.ts';

/** What a carrier says about the account: status, type, balance. */
export function accountRoutes(account: AccountState): Route[] {
  const path = /^\/lab\/account$/;
  const view = () => ({ account: account.standing });
  return [
    ['GET', path, view],
    [
      'PUT',
      path,
      ({ body }) => {
        if (typeof body !== 'object' || body === null || Array.isArray(body))
          throw new AccountError('Send an object, for example {"status": "suspended"}.');
        account.set(body as Partial<AccountStanding>);
        return view();
      },
    ],
  ];
}

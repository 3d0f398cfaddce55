import type { ReactNode } from 'react';
import type { PhoneCheck } from '../../../lib/parsing/connections.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';

type Account = NonNullable<PhoneCheck['account']>;

export function AccountFacts({ account }: { account: Account }) {
  const { name, status, type, balance } = account;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
        <Fact term="Account">{name}</Fact>
        <Fact term="Status">{status}</Fact>
        <Fact term="Type">{type}</Fact>
        <Fact term="Balance">{balance === null ? 'Not told' : moneyText(balance)}</Fact>
      </dl>
      {type === 'Trial' && (
        <AlertBox tone="amber">
          A trial account calls only numbers that you have verified at Twilio, and says so before every call.
        </AlertBox>
      )}
    </>
  );
}

function moneyText({ amount, currency }: NonNullable<Account['balance']>): string {
  const value = Number(amount);
  if (!Number.isFinite(value)) return `${amount} ${currency}`;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-xs">{term}</dt>
      <dd className="wrap-anywhere mt-0.5 first-letter:uppercase">{children}</dd>
    </div>
  );
}

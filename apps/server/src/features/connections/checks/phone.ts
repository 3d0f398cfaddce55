import type { Check, Problem } from '@parley/contract';
import { broken, ready, toDo } from './finding.ts';

export interface PhoneFacts {
  /** Null: none is connected. */
  readonly account: PhoneAccountFacts | null;
  readonly problem: Problem | null;
  /** Replaces the remedy of the problem. */
  readonly remedy?: string | undefined;
}

export interface PhoneAccountFacts {
  /** As people read it. */
  readonly shown: string;
  readonly trial?: boolean;
  readonly balance?: { readonly amount: string; readonly currency: string } | null;
}

export function phoneCheck({ account, problem, remedy }: PhoneFacts): Check {
  if (problem) return broken('phone', problem, remedy);
  if (!account)
    return toDo('phone', 'No phone account is connected.', 'Connect one in Settings, Connections.');
  const { shown, trial, balance } = account;
  return ready(
    'phone',
    [
      `${shown} is accepted.`,
      ...(balance ? [`Balance ${balance.amount} ${balance.currency}.`] : []),
      ...(trial ? ['It is a trial account: it calls only numbers that you have verified.'] : []),
    ].join(' '),
  );
}

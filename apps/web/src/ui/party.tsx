import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { PhoneNumber } from './phone-number.tsx';

/** What is known of the people behind a number: one of them, and how many others share it. */
export interface PartyContact {
  name: string;
  others: number;
}

interface PartyProps {
  /** As it is dialled, or what stands for a number that was withheld. */
  number: string;
  contact?: PartyContact | null | undefined;
  /** Around the name, such as a link to the person. */
  nameIn?: (name: ReactNode) => ReactNode;
  className?: string;
}

/** Whoever is on the other end of the line: the name, if it is known, then the number, which is always there. */
export function Party({ number, contact, nameIn = (name) => name, className }: PartyProps) {
  if (contact == null)
    return (
      <span className={className}>
        <PhoneNumber className="wrap-anywhere font-medium">{number}</PhoneNumber>
      </span>
    );
  return (
    <span className={cx('inline-flex min-w-0 flex-wrap items-baseline gap-x-2', className)}>
      <span className="wrap-anywhere font-medium">
        {nameIn(<bdi>{contact.name}</bdi>)}
        {contact.others > 0 && (
          <>
            {' '}
            <span className="whitespace-nowrap font-normal text-ink-3">{`and ${contact.others} more`}</span>
          </>
        )}
      </span>
      <PhoneNumber className="font-normal text-ink-3 text-sm tracking-normal">{number}</PhoneNumber>
    </span>
  );
}

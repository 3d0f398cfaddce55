import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface ContactLinks {
  /** Where everything about a number is shown; null for those who may not see it. */
  contactPathOf: ((number: string) => string) | null;
  /** Where a number gets a name; null for those who may not give it one. */
  addContactPathOf: ((number: string) => string) | null;
}

const linkClasses = 'rounded-box underline decoration-line underline-offset-4 hover:decoration-current';

/** The name of a contact as a link to the page of the number. */
export function contactLink(number: string | null, { contactPathOf }: ContactLinks) {
  return (name: ReactNode) =>
    number === null || contactPathOf === null ? (
      name
    ) : (
      <Link to={contactPathOf(number)} className={linkClasses}>
        {name}
      </Link>
    );
}

interface AddContactProps extends ContactLinks {
  number: string | null;
  known: boolean;
}

/** For a number that nobody has a name for. */
export function AddContact({ number, known, addContactPathOf }: AddContactProps) {
  if (known || number === null || addContactPathOf === null) return null;
  return (
    <Link to={addContactPathOf(number)} className={`${linkClasses} print:hidden`}>
      Add contact
    </Link>
  );
}

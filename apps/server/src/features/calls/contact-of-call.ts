import { tooManyContactsSentence, tooManyPeopleSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { maySee } from '../../lib/readable-parts.ts';
import { tidyName } from '../../lib/tidy-name.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ContactStore } from '../../ports/contacts.ts';

export interface CalledContact {
  readonly caller: Caller;
  readonly contactId?: string | null;
  readonly contactName?: string | null;
}

export interface ContactOfCall {
  readonly id: string | null;
  /** It is there because of this call alone. */
  readonly isNew: boolean;
}

/** Only a name takes a round trip of its own: whether a chosen contact has the number is asked with the admission. */
export async function contactOf(
  contacts: Pick<ContactStore, 'ensure'>,
  { caller, contactId, contactName }: CalledContact,
  to: string,
): Promise<ContactOfCall> {
  if (contactId) return { id: contactId, isNew: false };
  // Whoever may place calls and write no contacts has placed a call to a number.
  const name = tidyName(contactName ?? '');
  if (name === '' || !maySee(caller, 'contacts.write')) return { id: null, isNew: false };
  const named = await contacts.ensure(caller, to, name);
  switch (named.kind) {
    case 'stored':
      return { id: named.contact.id, isNew: named.isNew };
    case 'too_many_contacts':
      throw new AppError('too_many_contacts', tooManyContactsSentence);
    case 'too_many_people':
      throw new AppError('too_many_people', tooManyPeopleSentence);
  }
}

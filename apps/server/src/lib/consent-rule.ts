import type { ConsentGiven, ConsentPurpose, RecipientConsent } from '@parley/contract';

/** What a contact of the number has said, and whether its name is that of the row. */
export interface ContactConsent {
  readonly same: boolean;
  readonly given: readonly ConsentGiven[];
}

/** Of contacts with another name only the only one of the number counts, and of that only refusals. */
export function consentOfContacts(contacts: readonly ContactConsent[]): readonly ConsentGiven[] {
  const same = contacts.find((contact) => contact.same);
  if (same) return same.given;
  return contacts.length === 1 ? (contacts[0]?.given ?? []).filter(({ given }) => !given) : [];
}

/**
 * What counts for a purpose: that which was said last; of one day a refusal, and then what was signed. Consent without a day was
 * given before everything that has one: nobody knows that it came after a refusal. Null: nothing.
 */
export function consentFor(
  consent: readonly RecipientConsent[],
  purpose: ConsentPurpose,
): 'refused' | 'written' | 'given' | null {
  const weight = ({ given, source }: ConsentGiven) => (given ? (source === 'written' ? 1 : 0) : 2);
  const latest = consent
    .filter((one) => one.purpose === purpose)
    .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || weight(a) - weight(b))
    .at(-1);
  if (!latest) return null;
  if (!latest.given) return 'refused';
  return latest.source === 'written' ? 'written' : 'given';
}

const dayOf = ({ at, given, undated = false }: RecipientConsent) => (undated && given ? '' : at);

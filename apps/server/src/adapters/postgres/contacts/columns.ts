import type { Contact } from '@parley/contract';
import { isoInstant } from '../pipeline.ts';
import { rowReader } from '../row-reader.ts';

type Consent = { readonly version: 1; readonly given: Contact['consent'] };

/** Of the shape of consent. A changed shape gets the next number. */
export function storedConsent(given: readonly Contact['consent'][number][]): string {
  return JSON.stringify({
    version: 1,
    given: given.map(({ purpose, given: isGiven, source, at }) => ({ purpose, given: isGiven, source, at })),
  } satisfies Consent);
}

/** A contact of the table, which the statement calls `contacts`; instants as the API sends them. */
export const contactReader = rowReader(
  (value): Contact => ({
    id: value('contacts.id'),
    number: value('contacts.number'),
    name: value('contacts.name'),
    language: value('contacts.language'),
    timeZone: value('contacts.time_zone'),
    consent: givenIn(value('contacts.consent')),
    notes: value('contacts.notes'),
    agentNotes: value('contacts.agent_notes'),
    source: value('contacts.source'),
    revision: value('contacts.revision'),
    createdAt: value('contacts.created_at'),
    changedAt: value('contacts.changed_at'),
  }),
);

/** Undefined only while the reader learns its columns. */
function givenIn(consent: Consent | undefined): Contact['consent'] {
  return consent?.given ?? [];
}

interface ContactRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly language: string | null;
  readonly time_zone: string | null;
  readonly consent: Consent;
  readonly notes: string;
  readonly agent_notes: string;
  readonly source: Contact['source'];
  readonly revision: number;
  readonly created_at: Date | string;
  readonly changed_at: Date | string;
}

/** A row that a statement of a transaction returns. */
export function presentContact(given: unknown): Contact {
  const row = given as ContactRow;
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    language: row.language,
    timeZone: row.time_zone,
    consent: row.consent.given,
    notes: row.notes,
    agentNotes: row.agent_notes,
    source: row.source,
    revision: row.revision,
    createdAt: instantOf(row.created_at),
    changedAt: instantOf(row.changed_at),
  };
}

/** As the driver gives it: text within a transaction. */
export function instantOf(instant: Date | string): string {
  return typeof instant === 'string' ? isoInstant(instant) : instant.toISOString();
}

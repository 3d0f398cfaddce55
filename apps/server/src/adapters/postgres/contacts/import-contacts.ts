import { randomUUIDv7 } from 'node:crypto';
import { limits } from '@parley/contract';
import type {
  ImportBatch,
  ImportedContact,
  ImportKey,
  RefusedRow,
  RunningImport,
} from '../../../ports/contact-imports.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { ofNumber } from '../of-number.ts';
import { storedConsent } from './columns.ts';
import { insertWords } from './words.ts';

export interface AddedRows {
  readonly added: number;
  /** Number and name were there before the import. */
  readonly present: number;
  readonly refused: readonly RefusedRow[];
}

/** Adds what is new and changes nothing that is there: so that undoing is exact. */
export async function addContacts(
  tx: Transaction,
  { tenantId, importId }: ImportKey,
  { startedBy }: Pick<RunningImport, 'startedBy'>,
  batch: ImportBatch,
): Promise<AddedRows> {
  const known = await peopleOf(tx, tenantId, batch.contacts);
  const room = await roomLeft(tx, tenantId, batch.contacts.length);
  const fresh: (ImportedContact & { readonly id: string })[] = [];
  const refused: RefusedRow[] = [...batch.refused];
  let present = 0;
  for (const contact of batch.contacts) {
    const people = known.get(contact.number) ?? new Map<string, string | null>();
    known.set(contact.number, people);
    const before = people.get(contact.nameKey);
    if (before === importId) refused.push(refusal(contact, 'repeated_row'));
    else if (before !== undefined) present += 1;
    else if (people.size >= limits.contactsPerNumberMax) refused.push(refusal(contact, 'too_many_people'));
    else if (fresh.length >= room) refused.push(refusal(contact, 'too_many_contacts'));
    else {
      people.set(contact.nameKey, importId);
      fresh.push({ ...contact, id: randomUUIDv7() });
    }
  }
  const stored = await insert(tx, tenantId, importId, startedBy, fresh);
  const added = fresh.filter(({ id }) => stored.has(id));
  await insertWords(tx, tenantId, added);
  // Somebody has added the same one at this moment.
  return { added: added.length, present: present + fresh.length - added.length, refused };
}

function refusal({ row, number, name }: ImportedContact, code: RefusedRow['code']): RefusedRow {
  return { row, code, value: `${number} ${name}` };
}

/**
 * By number: the keys of the names it has, each with the import that added it. Looked up one by one in the index: a
 * join would rather read all of the organization's.
 */
async function peopleOf(
  tx: Transaction,
  tenantId: string,
  contacts: readonly ImportedContact[],
): Promise<Map<string, Map<string, string | null>>> {
  const numbers = JSON.stringify([...new Set(contacts.map(({ number }) => number))]);
  const { rows } = await tx.execute<{ number: string; name_key: string; import_id: string | null }>(sql`
    select known.* from jsonb_array_elements_text(${numbers}::jsonb) as wanted (number)
    cross join lateral (
      select number, name_key, import_id from contacts
      where tenant_id = ${tenantId} and ${ofNumber(sql`wanted.number`)} offset 0) as known`);
  const known = new Map<string, Map<string, string | null>>();
  for (const { number, name_key, import_id } of rows) {
    const people = known.get(number) ?? new Map<string, string | null>();
    known.set(number, people.set(name_key, import_id));
  }
  return known;
}

/** How many contacts the organization may still have, as far as the batch needs to know. */
async function roomLeft(tx: Transaction, tenantId: string, wanted: number): Promise<number> {
  const { rows } = await tx.execute(sql`
    select 1 from contacts where tenant_id = ${tenantId} offset ${limits.contactsMax - wanted} limit ${wanted}`);
  return wanted - rows.length;
}

async function insert(
  tx: Transaction,
  tenantId: string,
  importId: string,
  startedBy: RunningImport['startedBy'],
  contacts: readonly (ImportedContact & { readonly id: string })[],
): Promise<ReadonlySet<string>> {
  if (contacts.length === 0) return new Set();
  const rows = contacts.map((contact) => [
    ...[contact.id, contact.number, contact.name, contact.nameKey, contact.language, contact.timeZone],
    ...[storedConsent(contact.consent), contact.notes, contact.agentNotes],
  ]);
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into contacts (tenant_id, id, number, name, name_key, language, time_zone, consent, notes, agent_notes, source,
      import_id, created_by, created_by_name)
    select ${tenantId}, (each ->> 0)::uuid, each ->> 1, each ->> 2, each ->> 3, each ->> 4, each ->> 5,
      (each ->> 6)::jsonb, each ->> 7, each ->> 8, 'import', ${importId}::uuid, ${startedBy.id}, ${startedBy.name}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as each
    on conflict (tenant_id, number, name_key) do nothing
    returning id`);
  return new Set(inserted.rows.map(({ id }) => id));
}

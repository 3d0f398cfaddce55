import { type ListedContact, type Suggestion, searchTerms } from '@parley/contract';
import type { ContactStore } from '../../../ports/contacts.ts';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import type { Database } from '../database.ts';
import { rowReader } from '../row-reader.ts';
import { isUuid } from '../uuid.ts';
import { contactReader } from './columns.ts';
import { findContacts, type Place } from './find-contacts.ts';

const isListed = `exists (
  select from do_not_call where do_not_call.tenant_id = contacts.tenant_id and do_not_call.number = contacts.number)`;

const nameKeyReader = rowReader((value) => ({ key: value<string>('contacts.name_key') }));
const listedColumns = `${contactReader.columns}, ${isListed}, ${nameKeyReader.columns}`;
const width = contactReader.sources.length;

/** The list of contacts, and the few that somebody who types a name may mean. */
export function contactSearch(
  database: Database,
  digestOf: NumberDigest,
): Pick<ContactStore, 'list' | 'suggest'> {
  return {
    list: async (tenantId, { search = '', after, limit }) => {
      const place = after === undefined ? null : readCursor(after);
      if (place === 'invalid') return null;
      const terms = searchTerms(search);
      const total = {
        text: 'select count(*)::int from contacts where tenant_id = $1',
        values: [tenantId],
      };
      // Something was typed that no name begins with, such as a dash.
      if (terms.length === 0 && search.trim() !== '') {
        const [[count]] = await database.readForTenant(tenantId, [total]);
        return { contacts: [], hasMore: false, nextCursor: null, total: Number(count?.[0] ?? 0) };
      }
      const [rows, [[count]]] = await Promise.all([
        findContacts(database, tenantId, { columns: listedColumns, terms, after: place, limit: limit + 1 }),
        database.readForTenant(tenantId, [total]),
      ]);
      const shown = rows.slice(0, limit);
      const erased = await listedAsErased(
        tenantId,
        shown.filter((row) => !row[width]).map((row) => contactReader.read(row).number),
      );
      const hasMore = rows.length > limit;
      const end = shown.at(-1);
      return {
        contacts: shown.map((row): ListedContact => {
          const contact = contactReader.read(row);
          return { ...contact, doNotCall: Boolean(row[width]) || erased.has(contact.number) };
        }),
        hasMore,
        nextCursor:
          hasMore && end
            ? writeCursor({ key: String(end[width + 1]), id: contactReader.read(end).id })
            : null,
        total: Number(count?.[0] ?? 0),
      };
    },

    suggest: async (tenantId, text, limit) => {
      const terms = searchTerms(text);
      if (terms.length === 0) return [];
      const columns = 'contacts.id, contacts.name, contacts.number';
      const rows = await findContacts(database, tenantId, { columns, terms, after: null, limit });
      return rows.map(([id, name, number]) => ({ id, name, number }) as Suggestion);
    },
  };

  /** Of these numbers those whose owner was erased and is still not called: a contact was made anew since. */
  async function listedAsErased(tenantId: string, numbers: readonly string[]): Promise<Set<string>> {
    const byDigest = new Map(numbers.map((number) => [digestOf(tenantId, number), number]));
    if (byDigest.size === 0) return new Set();
    const text = 'select number from do_not_call where tenant_id = $1 and number = any ($2::text[])';
    const values = [tenantId, `{${[...byDigest.keys()].join(',')}}`];
    const [rows] = await database.readForTenant(tenantId, [{ text, values }]);
    return new Set(rows.flatMap(([digest]) => byDigest.get(String(digest)) ?? []));
  }
}

/** Behind the last row of a page: its place stays the same when rows before it come or go. */
function writeCursor({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

function readCursor(cursor: string): Place | 'invalid' {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && typeof id === 'string' && isUuid(id) && !key.includes('\u0000'))
      return { key, id };
  } catch {
    // None that this server has made.
  }
  return 'invalid';
}

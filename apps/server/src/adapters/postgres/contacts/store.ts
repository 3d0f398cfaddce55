import type { ContactStore } from '../../../ports/contacts.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { isUuid, nilUuid } from '../uuid.ts';
import { contactReader, presentContact } from './columns.ts';
import { contactNames } from './names.ts';
import { contactSearch } from './search.ts';
import { contactWrites } from './writes.ts';

const ofNumber = `
  select ${contactReader.columns} from contacts
  where tenant_id = $1 and number = $2 order by name_key collate "C", id`;
const one = `select ${contactReader.columns} from contacts where tenant_id = $1 and id = $2`;

export function createContactStore(database: Database, digestOf: NumberDigest = noDigest): ContactStore {
  return {
    ...contactSearch(database, digestOf),
    ...contactNames(database),
    ...contactWrites(database),

    ofNumber: async (tenantId, number) => {
      const [rows] = await database.readForTenant(tenantId, [{ text: ofNumber, values: [tenantId, number] }]);
      return rows.map(contactReader.read);
    },

    get: async (tenantId, id) => {
      if (!isUuid(id)) return null;
      const [[row]] = await database.readForTenant(tenantId, [{ text: one, values: [tenantId, id] }]);
      return row ? contactReader.read(row) : null;
    },

    page: (caller, afterId, limit) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId: actor } = caller;
        // For every page: whoever begins with a made-up id takes them away too.
        await appendAudit(tx, { tenantId, actor, action: 'contacts.exported', subject: tenantId });
        const { rows } = await tx.execute(sql`
          select * from contacts where tenant_id = ${tenantId}
            and id > ${afterId ?? nilUuid} order by id limit ${limit}`);
        return rows.map(presentContact);
      }),
  };
}

import { contactWords } from '../../../lib/contact-words.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** In the role of the tenant or of the system. */
export async function insertWords(
  tx: Transaction,
  tenantId: string,
  contacts: readonly { readonly id: string; readonly words: readonly string[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, words }) => words.map((word) => [word, id]));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into contact_words (tenant_id, word, contact_id)
    select ${tenantId}, each ->> 0, (each ->> 1)::uuid from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as each
    on conflict do nothing`);
}

export async function replaceWords(
  tx: Transaction,
  tenantId: string,
  { id, name, number }: { readonly id: string; readonly name: string; readonly number: string },
): Promise<void> {
  await tx.execute(sql`delete from contact_words where tenant_id = ${tenantId} and contact_id = ${id}`);
  await insertWords(tx, tenantId, [{ id, words: contactWords(name, number) }]);
}

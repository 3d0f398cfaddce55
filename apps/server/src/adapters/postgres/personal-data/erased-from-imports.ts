import { createHash } from 'node:crypto';
import type { Person } from '../../../ports/personal-data.ts';
import type { Transaction } from '../database.ts';
import { openTransaction } from '../open-transaction.ts';
import { erasedNumber, mentionPattern, nameExpression, personPattern } from './mentions.ts';

/**
 * What an import that is not done keeps of a number that was erased, so that a row of its file does not bring it back,
 * however the number is written there. It goes when the import ends.
 */
export function erasedDigest(importId: string, number: string): string {
  return createHash('sha256').update(`${importId}/${number}`).digest('hex');
}

/**
 * Before anything is deleted: an import that is storing rows at this moment is waited for, and its rows are erased; one
 * that stores some later knows what was erased.
 */
export async function warnImports(tx: Transaction, person: Person): Promise<void> {
  if (person.kind !== 'number') return;
  const { executeSql } = openTransaction(tx);
  const { rows } = await executeSql(
    "select id from contact_imports where state in ('uploading', 'running') order by id for update",
  );
  for (const { id } of rows as { id: string }[])
    await executeSql(
      `update contact_imports set position = position || jsonb_build_object(
         'erased', coalesce(position -> 'erased', '[]') || to_jsonb($2::text))
       where id = $1`,
      [id, erasedDigest(id, person.number)],
    );
}

/** Takes number and names out of files. Every character keeps its place: an import goes on at the place where it has stopped. */
export async function eraseFromFiles(
  tx: Transaction,
  person: Person,
  names: readonly string[],
): Promise<number> {
  if (person.kind !== 'number') return 0;
  const { executeSql } = openTransaction(tx);
  const expressions = [new RegExp(mentionPattern(person.number), 'g'), ...names.map(nameExpression)];
  const { rows } = await executeSql(
    'select import_id, part, content from contact_import_parts where content ~ $1',
    [personPattern(person.number, names)],
  );
  const parts = rows as { import_id: string; part: number; content: string }[];
  const blanked = (mention: string) => erasedNumber.padEnd(mention.length).slice(0, mention.length);
  for (const { import_id, part, content } of parts)
    await executeSql('update contact_import_parts set content = $3 where import_id = $1 and part = $2', [
      ...[import_id, part, expressions.reduce((text, each) => text.replaceAll(each, blanked), content)],
    ]);
  return parts.length;
}

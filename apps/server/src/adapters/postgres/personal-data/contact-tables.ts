import { blank, deleted, goesWith, type RegisteredTable } from './registered-table.ts';

/** The people behind the numbers, and the files that they were imported from. */
export const tablesOfContacts: readonly RegisteredTable[] = [
  {
    table: 'contact_words',
    // Words of the name, and the digits of the number.
    columns: { tenant_id: 'none', word: 'name' },
    byNumber: {
      where: 'contact_id in (select id from contacts where number = $1)',
      action: goesWith('contacts'),
    },
  },
  {
    table: 'contacts',
    columns: {
      ...{ tenant_id: 'none', number: 'number', name: 'name', name_key: 'name' },
      ...{ language: 'none', time_zone: 'none', consent: 'none', source: 'none' },
      ...{ notes: 'words', agent_notes: 'words', created_by: 'user id', created_by_name: 'name' },
    },
    byNumber: { where: 'number = $1', action: deleted },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
  {
    table: 'contact_import_errors',
    columns: { tenant_id: 'none', code: 'none', value: 'words' },
    // Those that name the person beside the number; in what else was refused the number is erased.
    byNumber: { where: "(value = $1 or value like $1 || ' %')", action: deleted },
  },
  {
    table: 'contact_import_parts',
    columns: { tenant_id: 'none', content: 'file' },
    none: 'a file that is being imported, kept for a day at most; a number that stands in it is erased',
  },
  {
    table: 'contact_imports',
    columns: {
      ...{ tenant_id: 'none', state: 'none', file_name: 'words', columns: 'none', delimiter: 'none' },
      ...{ country: 'none', error_counts: 'none', position: 'none' },
      ...{ started_by: 'user id', started_by_name: 'name' },
    },
    byUser: { where: 'started_by = $1', action: blank({ started_by: null, started_by_name: null }) },
  },
];

import { blank, type RegisteredTable } from './registered-table.ts';

/** What the rules of consent hold about people. */
export const tablesOfConsent: readonly RegisteredTable[] = [
  {
    table: 'consent_rules',
    columns: { tenant_id: 'none', grounds: 'none', changed_by: 'user id', changed_by_name: 'name' },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
  {
    table: 'registry_files',
    columns: {
      ...{
        tenant_id: 'none',
        file_name: 'words',
        dated: 'none',
        imported_by: 'user id',
        imported_by_name: 'name',
      },
    },
    byUser: { where: 'imported_by = $1', action: blank({ imported_by: null, imported_by_name: null }) },
  },
  {
    table: 'registry_numbers',
    columns: { tenant_id: 'none', digest: 'none' },
    none: 'keyed digests of a registry: they still protect whoever is erased',
  },
];

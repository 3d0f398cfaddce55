import { blank, deleted, type RegisteredTable } from './registered-table.ts';

/** What people have set up for themselves or for other software. */
export const tablesOfSettings: readonly RegisteredTable[] = [
  {
    table: 'api_keys',
    columns: {
      ...{ tenant_id: 'none', id: 'none', digest: 'none', name: 'words', permissions: 'none' },
      ...{ created_by: 'user id', created_by_name: 'name' },
    },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
  {
    table: 'api_key_uses',
    columns: { tenant_id: 'none', key_id: 'none' },
    none: 'how often a key was used',
  },
  {
    table: 'call_views',
    columns: { tenant_id: 'none', user_id: 'user id', name: 'words', filters: 'words in JSON' },
    byUser: { where: 'user_id = $1', action: deleted },
  },
];

import { blank, deleted, type RegisteredTable } from './registered-table.ts';

/** What campaigns hold about people. */
export const tablesOfCampaigns: readonly RegisteredTable[] = [
  {
    table: 'recipients',
    columns: {
      ...{ tenant_id: 'none', state: 'none', reason: 'none', detail: 'words', number: 'number' },
      ...{ name: 'name', name_key: 'name', zones: 'none', zone_source: 'none', consent: 'none' },
      ...{ external_id: 'words', notes: 'words', cells: 'words in JSON' },
    },
    // Where the number could not be read, it is erased from the cells in which it stands.
    byNumber: { where: 'number = $1', action: deleted },
  },
  {
    table: 'campaigns',
    columns: {
      ...{ tenant_id: 'none', name: 'words', purpose: 'none', agent_id: 'none', prompt: 'words' },
      ...{ defaults: 'words in JSON', policy: 'none', file: 'words in JSON', file_digest: 'none' },
      ...{ created_by: 'user id', created_by_name: 'name' },
    },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
];

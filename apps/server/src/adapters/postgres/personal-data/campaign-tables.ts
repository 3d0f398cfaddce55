import { blank, deleted, type RegisteredTable } from './registered-table.ts';

/** What campaigns hold about people. */
export const tablesOfCampaigns: readonly RegisteredTable[] = [
  {
    table: 'recipients',
    columns: {
      ...{ tenant_id: 'none', state: 'none', reason: 'none', detail: 'words', number: 'number' },
      ...{ name: 'name', name_key: 'name', zones: 'none', zone_source: 'none', consent: 'none' },
      ...{ external_id: 'words', notes: 'words', cells: 'words in JSON' },
      ...{ waits: 'none', waits_zone: 'none', result: 'none' },
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
      ...{ state: 'none', side: 'none', pause_reason: 'none', pause_detail: 'none' },
    },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
  {
    table: 'recipient_attempts',
    columns: {
      ...{ tenant_id: 'none', person: 'none', purpose: 'none', result: 'none', detail: 'none' },
      ...{ side: 'none', number_digest: 'none' },
    },
    none: 'keyed digests and words of fixed lists: whoever is erased is still not called too often',
  },
  {
    table: 'campaign_events',
    columns: {
      ...{ tenant_id: 'none', kind: 'none', reason: 'none', detail: 'none' },
      ...{ actor: 'user id', actor_name: 'name' },
    },
    byUser: { where: 'actor = $1', action: blank({ actor: null, actor_name: null }) },
  },
];

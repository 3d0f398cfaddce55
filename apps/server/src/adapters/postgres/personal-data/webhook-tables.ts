import { blank, deleted, type RegisteredTable } from './registered-table.ts';

/** What was and is to be sent to other software. */
export const tablesOfWebhooks: readonly RegisteredTable[] = [
  {
    table: 'webhook_deliveries',
    columns: {
      ...{ tenant_id: 'none', type: 'none', queue: 'none', number: 'number', body: 'words', state: 'none' },
      // What endpoints have answered.
      made: 'words in JSON',
    },
    // Also what waits: the person is gone before the other side has heard of them. Others go with their calls.
    byNumber: { where: 'number = $1', action: deleted },
    keptAs: 'transcripts',
  },
  {
    table: 'webhook_endpoints',
    columns: {
      ...{ tenant_id: 'none', name: 'words', address: 'none', events: 'none', off_reason: 'none' },
      ...{ created_by: 'user id', created_by_name: 'name' },
    },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
];

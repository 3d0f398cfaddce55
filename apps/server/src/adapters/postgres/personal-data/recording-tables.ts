import { blank, goesWith, isOfTheirCall, type RegisteredTable } from './registered-table.ts';

/** What there is of recordings in the database. The sound is in the file store, and is deleted with the row. */
export const tablesOfRecordings: readonly RegisteredTable[] = [
  {
    table: 'recordings',
    columns: {
      ...{ tenant_id: 'none', state: 'none', problem: 'none', carrier: 'none', carrier_account: 'none' },
      ...{ carrier_sid: 'none', recording_sid: 'none', store_id: 'none', peaks: 'none', at_carrier: 'none' },
      ...{ offset_method: 'none', consent: 'none' },
    },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
    keptAs: 'transcripts',
  },
  {
    table: 'recording_deletions',
    columns: {
      ...{
        tenant_id: 'none',
        carrier: 'none',
        carrier_account: 'none',
        carrier_sid: 'none',
        recording_sid: 'none',
        store_id: 'none',
      },
    },
    none: 'ids of files and of recordings at the carrier, until those are deleted',
  },
  {
    table: 'recording_settings',
    columns: {
      ...{ tenant_id: 'none', agent_ids: 'none', consent: 'none', agent_consent: 'none' },
      ...{ changed_by: 'user id', changed_by_name: 'name' },
    },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
];

import {
  blank,
  blankOwn,
  deleted,
  goesWith,
  isOfTheirCall,
  type RegisteredTable,
} from './registered-table.ts';

/** What came of calls and what somebody has to do. */
export const tablesOfFollowUps: readonly RegisteredTable[] = [
  {
    table: 'outcome_corrections',
    columns: {
      ...{ tenant_id: 'none', field_id: 'none', value: 'words in JSON' },
      ...{ corrected_by: 'user id', corrected_by_name: 'name' },
    },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
    byUser: { where: 'corrected_by = $1', action: blank({ corrected_by: null, corrected_by_name: null }) },
  },
  {
    table: 'follow_up_mails',
    columns: { tenant_id: 'none', user_id: 'user id', state: 'none' },
    byNumber: {
      where: 'follow_up_id in (select id from follow_ups where number = $1)',
      action: goesWith('follow_ups'),
    },
    byUser: { where: 'user_id = $1', action: deleted },
  },
  {
    table: 'follow_ups',
    columns: {
      ...{ tenant_id: 'none', source_key: 'none', reason: 'none', state: 'none', urgent_why: 'none' },
      ...{ number: 'number', what: 'words', note: 'words', subject_id: 'none', closed_how: 'none' },
      ...{ owner: 'user id', owner_name: 'name', created_by: 'user id', created_by_name: 'name' },
      ...{ closed_by: 'user id', closed_by_name: 'name' },
    },
    byNumber: { where: 'number = $1', action: deleted },
    byUser: {
      where: '$1 in (owner, created_by, closed_by)',
      action: blankOwn({
        ...{ owner: ['owner_name'], created_by: ['created_by_name'], closed_by: ['closed_by_name'] },
      }),
    },
  },
  {
    table: 'desk_people',
    columns: { tenant_id: 'none', user_id: 'user id', display_name: 'name', email: 'email' },
    byUser: { where: 'user_id = $1', action: deleted },
  },
  {
    table: 'seen_people',
    columns: { tenant_id: 'none', user_id: 'user id', display_name: 'name', email: 'email', role: 'none' },
    byUser: { where: 'user_id = $1', action: deleted },
  },
];

import {
  blank,
  digest,
  goesWith,
  isOfTheirCall,
  isTheirCall,
  type RegisteredTable,
} from './registered-table.ts';

const ofCall = { byNumber: { where: isOfTheirCall, action: goesWith('calls') } };
const byUser = {
  where: 'changed_by = $1',
  action: blank({ changed_by: null, changed_by_name: null }),
};
const changed = { changed_by: 'user id', changed_by_name: 'name' } as const;

/** What agents may do, and what they did. */
export const tablesOfTools: readonly RegisteredTable[] = [
  {
    table: 'tools',
    // The key is a digest of a random one.
    columns: {
      ...{ tenant_id: 'none', name: 'none', config: 'words in JSON', creation_key: 'none' },
      ...changed,
    },
    byUser,
  },
  {
    table: 'mcp_servers',
    columns: {
      ...{ tenant_id: 'none', name: 'words', address: 'none', config: 'words in JSON', creation_key: 'none' },
      ...{ problem: 'none', ...changed },
    },
    byUser,
  },
  {
    table: 'tool_calls',
    columns: {
      ...{ tenant_id: 'none', id: 'none', name: 'none', title: 'words', state: 'none', server_id: 'none' },
      ...{ input: 'words in JSON', answer: 'words' },
    },
    ...ofCall,
    keptAs: 'transcripts',
  },
  {
    table: 'text_messages',
    columns: {
      ...{ tenant_id: 'none', tool_call_id: 'none', to_number: 'number', from_number: 'none' },
      ...{ template: 'words', body: 'words', state: 'none', carrier_sid: 'none', error: 'none' },
      delivery: 'none',
    },
    ...ofCall,
    atCarrier: {
      kind: 'text',
      select: `select calls.carrier, calls.carrier_account, text_messages.carrier_sid from text_messages
        join calls on calls.tenant_id = text_messages.tenant_id and calls.id = text_messages.call_id
        where text_messages.carrier_sid is not null and calls.id in (select id from calls where ${isTheirCall})`,
    },
  },
  {
    table: 'text_stops',
    columns: { tenant_id: 'none', number: 'number' },
    byNumber: {
      where: 'number = $1',
      action: digest('number', 'It protects the person from further text messages.'),
    },
  },
  {
    table: 'hand_overs',
    columns: {
      // The number is that of a colleague, as the agent has it.
      ...{ tenant_id: 'none', target: 'words', number: 'words', kind: 'none', state: 'none', why: 'none' },
      briefing: 'words',
    },
    ...ofCall,
    keptAs: 'transcripts',
  },
];

import { callColumns } from '../calls-table.ts';
import { tablesOfAudit } from './audit-tables.ts';
import { tablesOfCampaigns } from './campaign-tables.ts';
import { tablesOfConsent } from './consent-tables.ts';
import { tablesOfContacts } from './contact-tables.ts';
import { tablesOfCosts } from './cost-tables.ts';
import { tablesOfFollowUps } from './follow-up-tables.ts';
import { tablesOfRecordings } from './recording-tables.ts';
import {
  blank,
  deleted,
  digest,
  goesWith,
  isOfTheirCall,
  isTheirCall,
  type RegisteredTable,
} from './registered-table.ts';
import { tablesOfReports } from './report-tables.ts';
import { tablesOfSettings } from './setting-tables.ts';
import { tablesOfTools } from './tool-tables.ts';
import { tablesOfWebhooks } from './webhook-tables.ts';

/**
 * What every table holds about people: one entry for each, and in it every column that can hold text. An integration test
 * compares this with the real schema. A table with a tenant is searched inside `forTenant`, so conditions name no tenant.
 */

/** Tables of the desk, in the order in which they are erased: what is found through calls stands before them. */
export const deskTables: readonly RegisteredTable[] = [
  {
    table: 'tenants',
    columns: { id: 'none', name: 'none' },
    none: 'names organizations',
  },
  {
    table: 'organizations',
    columns: {
      ...{ tenant_id: 'none', name: 'none', country: 'none', time_zone: 'none' },
      ...{ language: 'none', currency: 'none' },
      // The names of holidays.
      ...{ opening_hours: 'words in JSON', prices: 'none', changed_by: 'user id', changed_by_name: 'name' },
    },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
  {
    table: 'sign_in_policies',
    columns: { tenant_id: 'none', changed_by: 'user id', changed_by_name: 'name' },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
  {
    table: 'agents',
    columns: {
      ...{ tenant_id: 'none', id: 'none', display_name: 'none', language: 'none', voice: 'none' },
      ...{ engine: 'none', model: 'none', phone_number: 'none' },
      ...{ persona: 'words', greeting: 'words', abilities: 'words' },
      transfer_number: 'number',
      ...{ draft: 'words in JSON', draft_saved_by: 'user id', draft_saved_by_name: 'name' },
      // The key is a digest of a random one.
      ...{ edit_logged_by: 'user id', creation_key: 'none', creation_fingerprint: 'none' },
    },
    byNumber: { where: 'transfer_number = $1', action: blank({ transfer_number: null }) },
    byUser: {
      // Whoever has an entry in the log as the last one may not be the last who saved: a restored version is not an edit.
      where: 'draft_saved_by = $1 or edit_logged_by = $1',
      action: blank({ draft_saved_by: null, draft_saved_by_name: null, edit_logged_by: null }),
    },
  },
  {
    table: 'agent_versions',
    columns: {
      ...{ tenant_id: 'none', agent_id: 'none', config: 'words in JSON', note: 'words' },
      ...{ published_by: 'user id', published_by_name: 'name' },
    },
    byUser: { where: 'published_by = $1', action: blank({ published_by: null, published_by_name: null }) },
  },
  {
    table: 'phone_numbers',
    columns: {
      // Numbers of the organization itself.
      ...{ tenant_id: 'none', number: 'none', carrier: 'none', carrier_account: 'none' },
      ...{ label: 'words', agent_id: 'none', set_by: 'user id' },
      ...{ carrier_sid: 'none', pointing: 'none', before: 'none' },
    },
    // Not null: that would let a start of the server change what a person has set.
    byUser: { where: 'set_by = $1', action: blank({ set_by: '' }) },
  },
  {
    table: 'transcript_entries',
    columns: { tenant_id: 'none', speaker: 'none', message: 'words' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
    keptAs: 'transcripts',
  },
  {
    table: 'call_search',
    // Derived from the call, its transcript, contacts and follow-ups; removed with each change of them and made again.
    columns: { tenant_id: 'none', words: 'none' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  {
    table: 'call_search_due',
    columns: { tenant_id: 'none' },
    none: 'the ids of calls that are about to get a document',
  },
  {
    table: 'call_events',
    columns: { tenant_id: 'none', kind: 'none', data: 'none' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  {
    table: 'session_commands',
    columns: {
      ...{ tenant_id: 'none', kind: 'none', state: 'none', result: 'none' },
      ...{ arguments: 'words in JSON', requested_by: 'user id' },
    },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
    byUser: { where: 'requested_by = $1', action: blank({ requested_by: '' }) },
  },
  {
    table: 'try_events',
    columns: { tenant_id: 'none', event: 'words in JSON' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  {
    table: 'tries',
    columns: {
      ...{ tenant_id: 'none', agent_id: 'none', channel: 'none', user_id: 'user id' },
      config: 'words in JSON',
    },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
    // What they said in it is deleted within a day, with the call.
    byUser: { where: 'user_id = $1', action: blank({ user_id: '' }) },
  },
  {
    table: 'try_usage',
    columns: { tenant_id: 'none', day: 'none', model: 'none', currency: 'none' },
    none: 'what the tries of a day have used',
  },
  {
    table: 'knowledge_questions',
    columns: { tenant_id: 'none', agent_id: 'none', question: 'words', entries: 'words in JSON' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  ...tablesOfTools,
  ...tablesOfWebhooks,
  ...tablesOfFollowUps,
  ...tablesOfCampaigns,
  ...tablesOfConsent,
  ...tablesOfContacts,
  ...tablesOfReports,
  ...tablesOfCosts,
  ...tablesOfRecordings,
  {
    table: 'dial_attempts',
    columns: {
      ...{ tenant_id: 'none', idempotency_key: 'none' },
      // A digest of agent, number and message: whoever knows the message can guess the number.
      ...{ fingerprint: 'number', to_number: 'number', user_id: 'user id' },
    },
    byNumber: {
      where: `(to_number = $1 or ${isOfTheirCall})`,
      action: blank({ to_number: '', fingerprint: '' }),
    },
    byUser: { where: 'user_id = $1', action: blank({ user_id: '' }) },
  },
  {
    table: 'calls',
    columns: callColumns,
    byNumber: { where: isTheirCall, action: deleted },
    atCarrier: {
      kind: 'call',
      select: `select carrier, carrier_account, carrier_sid from calls where carrier_sid is not null and ${isTheirCall}`,
    },
    byUser: { where: 'placed_by = $1', action: blank({ placed_by: null, placed_by_name: null }) },
  },
  {
    table: 'templates',
    columns: {
      ...{
        tenant_id: 'none',
        agent_id: 'none',
        name: 'words',
        prompt: 'words',
        placeholders: 'words in JSON',
      },
      ...{ outcome_fields: 'words in JSON', created_by: 'user id', created_by_name: 'name' },
    },
    byUser: { where: 'created_by = $1', action: blank({ created_by: null, created_by_name: null }) },
  },
  ...tablesOfSettings,
  {
    table: 'knowledge_sets',
    columns: { tenant_id: 'none', digest: 'none' },
    none: 'digests of what agents know',
  },
  {
    table: 'knowledge_entries',
    columns: {
      ...{ tenant_id: 'none', digest: 'none', entry_id: 'none', language: 'none' },
      // The database derives `words` from title and content, and again when those change.
      ...{ title: 'words', content: 'words', words: 'none' },
    },
    none: 'what agents may tell anybody; a number that stands in it is erased',
  },
  {
    table: 'do_not_call',
    columns: {
      ...{ tenant_id: 'none', number: 'number', source: 'none' },
      ...{ added_by: 'user id', added_by_name: 'name' },
    },
    byNumber: { where: 'number = $1', action: digest('number', 'It protects the person from being called.') },
    byUser: { where: 'added_by = $1', action: blank({ added_by: null, added_by_name: null }) },
  },
  {
    table: 'erasures',
    columns: {
      ...{ tenant_id: 'none', digest: 'none', number: 'number', state: 'none', problem: 'none' },
      ...{ deleted: 'none', blanked: 'none', requested_by: 'user id', requested_by_name: 'name' },
    },
    byNumber: { where: 'number = $1', action: blank({ number: '' }) },
    byUser: { where: 'requested_by = $1', action: blank({ requested_by: '', requested_by_name: null }) },
  },
  {
    table: 'carrier_deletions',
    columns: {
      ...{ tenant_id: 'none', kind: 'none', carrier: 'none', carrier_account: 'none', carrier_sid: 'none' },
    },
    none: 'ids of the carrier that it is asked to delete',
  },
  {
    table: 'call_exports',
    columns: {
      ...{ tenant_id: 'none', state: 'none', problem: 'none', format: 'none', token_digest: 'none' },
      // What was searched for.
      ...{ wanted: 'words in JSON', requested_by: 'user id' },
    },
    byUser: { where: 'requested_by = $1', action: blank({ requested_by: '' }) },
  },
  {
    table: 'retention',
    columns: { tenant_id: 'none', changed_by: 'user id', changed_by_name: 'name' },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
  ...tablesOfAudit,
  {
    table: 'voice_passes',
    columns: { digest: 'none', tenant_id: 'none', organization: 'none' },
    none: 'digests of random tokens and settings of the organization, which go with their call',
  },
  {
    table: 'live_sessions',
    columns: { tenant_id: 'none', server_id: 'none' },
    none: 'which server holds a live call',
  },
  {
    table: 'secrets',
    columns: {
      ...{ tenant_id: 'none', name: 'none', purpose: 'none', key_id: 'none', earlier_key_id: 'none' },
      ...{ sealed: 'credential', earlier_sealed: 'credential', set_by: 'user id' },
    },
    byUser: { where: 'set_by = $1', action: blank({ set_by: '' }) },
  },
  {
    table: 'connections',
    columns: {
      ...{ tenant_id: 'none', kind: 'none', state: 'none', carrier: 'none', carrier_account: 'none' },
      // Addresses and accounts of the organization itself.
      ...{ settings: 'none', limits: 'none', failure: 'none' },
      ...{ connected_by: 'user id', connected_by_name: 'name' },
    },
    byUser: { where: 'connected_by = $1', action: blank({ connected_by: null, connected_by_name: null }) },
  },
  {
    table: 'calling',
    columns: { tenant_id: 'none', side: 'none', set_by: 'user id', set_by_name: 'name', looked_at: 'none' },
    byUser: { where: 'set_by = $1', action: blank({ set_by: null, set_by_name: null }) },
  },
  { table: 'connection_changes', columns: {}, none: 'counts changes' },
  {
    table: 'outbox',
    columns: { tenant_id: 'none', subject: 'none', type: 'none', data: 'none' },
    none: 'events carry ids and words of fixed lists',
  },
  {
    table: 'outbox_consumers',
    columns: { name: 'none', types: 'none' },
    none: 'names of consumers and of types of events',
  },
  {
    table: 'outbox_positions',
    columns: { tenant_id: 'none', consumer: 'none', subject: 'none' },
    none: 'how far consumers have come',
  },
  {
    table: 'job_schedules',
    columns: {
      ...{ tenant_id: 'none', queue: 'none', key: 'none', data: 'none' },
      cron: 'none',
      zone: 'none',
    },
    none: 'jobs carry ids, never contents',
  },
  {
    table: 'deployment_keys',
    columns: { name: 'none', key_id: 'none', sealed: 'credential' },
    none: 'random keys of the deployment',
  },
  {
    table: 'schema_migrations',
    columns: { name: 'none', digest: 'none' },
    none: 'which migrations were applied',
  },
];

import type { AttemptResult } from '@parley/contract';
import type { CallKey } from '../../../ports/transcript-store.ts';
import { type SQL, sql } from '../drizzle.ts';
import { oneCall } from './one-row.ts';

/**
 * Whether somebody who answered heard no word of the agent within two seconds, of the answer or of what they said first if
 * that was sooner. Null where nobody answered, or a machine. Who hangs up within that time was not kept waiting.
 *
 * The carrier's clock may be another and have whole seconds: what counts is when this deployment heard of the answer, at
 * most a second after the carrier says that it was. Entries are stored with the time at which they begin.
 */
export function isAbandoned({ tenantId, callId }: CallKey, result: AttemptResult): SQL {
  if (result === 'voicemail' || result === 'voicemail_left') return sql`null::boolean`;
  return sql`(
    select calls.duration > 2 and not exists (
      select from transcript_entries as said
      where said.tenant_id = ${tenantId} and said.call_id = ${callId}::uuid and said.speaker = 'agent'
        and said.spoken_at <= since.at + interval '2 seconds')
    from (select * from calls where ${oneCall(tenantId, sql`${callId}::uuid`)} limit 1) as calls
    cross join lateral (
      select least(calls.answered_at + interval '1 second', (
        select min(told.at) from call_events as told
        where told.tenant_id = ${tenantId} and told.call_id = ${callId}::uuid and told.kind = 'in-progress')) as at) as answer
    cross join lateral (
      select coalesce((
        select min(said.spoken_at) from transcript_entries as said
        where said.tenant_id = ${tenantId} and said.call_id = ${callId}::uuid and said.speaker = 'user'
          and said.spoken_at between answer.at and answer.at + interval '2 seconds'), answer.at) as at) as since
    where calls.answered_at is not null
      and (calls.answered_by is null or calls.answered_by in ('human', 'unknown')))`;
}

import type { TurnTiming } from '@parley/contract';
import type { LiveNotice } from '../../ports/live-events.ts';
import type { CallKey, TranscriptEntry } from '../../ports/transcript-store.ts';
import { lockCalls } from './call-locks.ts';
import type { Statement } from './database.ts';
import { liveChannel } from './live-notices.ts';

export interface EntryWrite {
  readonly call: CallKey;
  readonly entry: TranscriptEntry;
  readonly final: boolean;
}

export interface TimingWrite {
  readonly call: CallKey;
  readonly timing: TurnTiming;
}

/**
 * Writes entries of several calls in one statement. It locks the calls, so that none is deleted before its entries are
 * written; entries of a call that is gone already are left out.
 */
export function writeEntries(items: readonly EntryWrite[]): Statement {
  const column = <T>(of: (item: EntryWrite) => T) => items.map(of);
  return {
    name: 'transcript-entries',
    text: entriesText,
    values: [
      column(({ call }) => call.tenantId),
      column(({ call }) => call.callId),
      column(({ entry }) => entry.ordinal),
      column(({ entry }) => entry.speaker),
      column(({ entry }) => entry.message),
      column(({ entry }) => entry.spokenAt.toISOString()),
      column(({ entry }) => entry.interrupted),
      column(({ call, entry, final }) => (final ? noticeOf(call, entry.ordinal) : null)),
    ],
  };
}

function noticeOf(call: CallKey, ordinal: number): string {
  return JSON.stringify({ kind: 'spoken', ...call, ordinal } satisfies LiveNotice);
}

/**
 * Of two entries with one ordinal in a batch the later one counts. Every statement that locks several calls locks them in
 * the order of their ids, so two of them cannot deadlock.
 */
const entriesText = `
  with entry as (
    select distinct on (call_id, ordinal) * from unnest(
      $1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::text[]
    ) with ordinality
      as entry (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted, notice, position)
    order by call_id, ordinal, position desc
  ), existing as (
    select id from calls where id in (select call_id from entry) order by id for key share
  ), written as (
    insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted)
    select tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted
    from entry where call_id in (select id from existing)
    order by call_id, ordinal
    on conflict (tenant_id, call_id, ordinal) do update set
      speaker = excluded.speaker, message = excluded.message,
      spoken_at = excluded.spoken_at, interrupted = excluded.interrupted
    returning call_id, ordinal
  )
  select pg_notify('${liveChannel}', notice)
  from entry join written using (call_id, ordinal)
  where notice is not null`;

/** Adds timings to their calls in the given order; a call may occur more than once. */
export function writeTimings(items: readonly TimingWrite[]): Statement[] {
  const ids = items.map(({ call }) => call.callId);
  return [
    lockCalls(ids),
    {
      name: 'turn-timings',
      text: timingsText,
      values: [ids, items.map(({ timing }) => JSON.stringify(timing))],
    },
  ];
}

/** Grouped by call: an update that joins several rows applies only one of them. */
const timingsText = `
  update calls set turns = calls.turns || added.turns
  from (
    select call_id, jsonb_agg(turn order by position) as turns
    from unnest($1::uuid[], $2::jsonb[]) with ordinality as turn (call_id, turn, position)
    group by call_id
  ) as added
  where calls.id = added.call_id`;

import type { TurnTiming } from '@parley/contract';
import type { LiveNotice } from '../../ports/live-events.ts';
import type { CallKey, TranscriptEntry } from '../../ports/transcript-store.ts';
import { lockCalls } from './call-locks.ts';
import type { Statement } from './database.ts';
import { liveChannel } from './live-notices.ts';

export interface SpokenLine {
  readonly call: CallKey;
  readonly line: TranscriptEntry;
  readonly final: boolean;
}

export interface SpokenTurn {
  readonly call: CallKey;
  readonly timing: TurnTiming;
}

/**
 * Lines of several calls at once. A call may be deleted while its last words are on their way; locked, it stays until
 * they are written, and where it is gone they are not.
 */
export function writeLines(items: readonly SpokenLine[]): Statement {
  const column = <T>(of: (item: SpokenLine) => T) => items.map(of);
  return {
    name: 'voice-lines',
    text: linesText,
    values: [
      column(({ call }) => call.tenantId),
      column(({ call }) => call.callId),
      column(({ line }) => line.ordinal),
      column(({ line }) => line.speaker),
      column(({ line }) => line.message),
      column(({ line }) => line.spokenAt.toISOString()),
      column(({ line }) => line.interrupted),
      column(({ call, line, final }) => (final ? noticeOf(call, line.ordinal) : null)),
    ],
  };
}

function noticeOf(call: CallKey, ordinal: number): string {
  return JSON.stringify({ kind: 'spoken', ...call, ordinal } satisfies LiveNotice);
}

/**
 * Of two lines for one place in one batch the later one counts. Calls are locked in the order of their ids, here and in
 * every statement that locks several of them: statements that meet wait for each other and never in a circle.
 */
const linesText = `
  with line as (
    select distinct on (call_id, ordinal) * from unnest(
      $1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::text[]
    ) with ordinality
      as line (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted, notice, place)
    order by call_id, ordinal, place desc
  ), there as (
    select id from calls where id in (select call_id from line) order by id for key share
  ), written as (
    insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted)
    select tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted
    from line where call_id in (select id from there)
    order by call_id, ordinal
    on conflict (tenant_id, call_id, ordinal) do update set
      speaker = excluded.speaker, message = excluded.message,
      spoken_at = excluded.spoken_at, interrupted = excluded.interrupted
    returning call_id, ordinal
  )
  select pg_notify('${liveChannel}', notice)
  from line join written using (call_id, ordinal)
  where notice is not null`;

/** How long answers took, added to their calls in the order given; a call may be among them more than once. */
export function writeTurns(items: readonly SpokenTurn[]): Statement[] {
  const ids = items.map(({ call }) => call.callId);
  return [
    lockCalls(ids),
    {
      name: 'voice-turns',
      text: turnsText,
      values: [ids, items.map(({ timing }) => JSON.stringify(timing))],
    },
  ];
}

/** An update takes one row of `added` for each call and drops the others, so there is one row for each call. */
const turnsText = `
  update calls set turns = calls.turns || added.turns
  from (
    select call_id, jsonb_agg(turn order by place) as turns
    from unnest($1::uuid[], $2::jsonb[]) with ordinality as turn (call_id, turn, place)
    group by call_id
  ) as added
  where calls.id = added.call_id`;

import type { TurnTiming } from '@parley/contract';
import type { LiveNotice } from '../../ports/live-events.ts';
import type { SpokenCall, TranscriptLine } from '../../ports/voice-record.ts';
import type { Statement } from './database.ts';
import { liveChannel } from './live-notices.ts';

export interface SpokenLine {
  readonly call: SpokenCall;
  readonly line: TranscriptLine;
  readonly final: boolean;
}

export interface SpokenTurn {
  readonly call: SpokenCall;
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

function noticeOf(call: SpokenCall, ordinal: number): string {
  return JSON.stringify({ kind: 'spoken', ...call, ordinal } satisfies LiveNotice);
}

const linesText = `
  with line as (
    select * from unnest(
      $1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::text[]
    ) as line (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted, notice)
  ), there as (
    select calls.id from calls join line on line.call_id = calls.id for key share of calls
  ), written as (
    insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted)
    select tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted
    from line where call_id in (select id from there)
    on conflict (tenant_id, call_id, ordinal) do update set
      speaker = excluded.speaker, message = excluded.message,
      spoken_at = excluded.spoken_at, interrupted = excluded.interrupted
    returning call_id, ordinal
  )
  select pg_notify('${liveChannel}', notice)
  from line join written using (call_id, ordinal)
  where notice is not null`;

/** How long answers took, added to their calls. */
export function writeTurns(items: readonly SpokenTurn[]): Statement {
  return {
    name: 'voice-turns',
    text: turnsText,
    values: [items.map(({ call }) => call.callId), items.map(({ timing }) => JSON.stringify([timing]))],
  };
}

const turnsText = `
  update calls set turns = calls.turns || added.turn
  from unnest($1::uuid[], $2::jsonb[]) as added (call_id, turn)
  where calls.id = added.call_id`;

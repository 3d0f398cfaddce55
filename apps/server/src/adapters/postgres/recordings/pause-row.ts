import type { PauseState } from '../../../lib/recordings/pause-state.ts';
import { sql } from '../drizzle.ts';

type Row = { readonly [column: string]: unknown };

/** With the time by which they are compared. */
export const pauseColumns = sql`paused_by_person, paused_until, paused_at, pause_confirmed_at, pause_command_until,
  pause_command_doubted, pause_unanswered, clock_timestamp() as pause_now`;

export function pauseStateOf(row: Row): { state: PauseState; now: number } {
  return {
    state: {
      byPerson: row.paused_by_person === true,
      byToolUntil: timeOf(row.paused_until),
      pausedAt: timeOf(row.paused_at),
      confirmedAt: timeOf(row.pause_confirmed_at),
      commandUntil: timeOf(row.pause_command_until),
      doubted: row.pause_command_doubted === true,
      unanswered: row.pause_unanswered === true,
    },
    now: timeOf(row.pause_now) ?? 0,
  };
}

const timeOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : new Date(value as string).getTime();

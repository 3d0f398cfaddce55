import type { CallRecord } from '../call/record.ts';
import { durationSeconds } from '../call/state-machine.ts';
import type { Switchboard } from '../call/switchboard.ts';

/** A call in the lab's own API. */
export function callSummary(board: Switchboard, record: CallRecord): Record<string, unknown> {
  return {
    sid: record.sid,
    direction: record.direction,
    from: record.from,
    to: record.to,
    status: record.status,
    parentCallSid: record.parentCallSid,
    callee: record.callee,
    answeredBy: record.answeredBy,
    createdAt: new Date(record.createdAt).toISOString(),
    durationSeconds: durationSeconds(record),
    live: board.live(record.sid) !== null,
  };
}

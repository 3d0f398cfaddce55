import type { CallRow, DatabaseState } from './evidence.ts';
import type { Findings } from './properties.ts';

/** The events of a call in the order in which they may come; one that was unconfirmed may have ended more than once. */
const order =
  /^(placed|received)( ringing)?( answered)? ended( reopened( ringing)?( answered)? ended)*( outcome summarized| summarized outcome| outcome| summarized)?$/;

/** Compares each call with its events in the outbox (OB1, OB2). */
export function auditEvents({ rows, events }: DatabaseState, findings: Findings): void {
  for (const row of rows) {
    const own = events.get(row.id) ?? [];
    findings.check('events', row.id, areOf(row, own), () => {
      const names = own.map(({ type, status }) => (status === null ? type : `${type} (${status})`));
      return `${row.direction}, ${row.status}, summary ${row.summaryState}: ${names.join(', ') || 'none'}`;
    });
  }
}

function areOf(row: CallRow, events: readonly { type: string; status: string | null }[]): boolean {
  const types = events.map(({ type }) => type.replace('call.', ''));
  const ended = events.findLast(({ type }) => type === 'call.ended');
  return (
    order.test(types.join(' ')) &&
    types[0] === (row.direction === 'inbound' ? 'received' : 'placed') &&
    types.filter((type) => type === 'answered').length === (row.answered ? 1 : 0) &&
    (row.summaryState !== 'ready' || types.includes('summarized')) &&
    ended?.status === row.status
  );
}

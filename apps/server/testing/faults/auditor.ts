import { isTerminal } from '@parley/contract';
import { isRefusalReason } from '../../src/features/calls/refusals.ts';
import { auditConversations } from './audit-conversations.ts';
import { auditEvents } from './audit-events.ts';
import { auditFigures } from './audit-figures.ts';
import { auditFollowUps, auditOutcomes } from './audit-follow-ups.ts';
import { auditTools } from './audit-tools.ts';
import type { CallRow, CarrierFact, DatabaseState, Evidence } from './evidence.ts';
import { Findings } from './properties.ts';

/** Compares the carrier's ledger with the database. Pure: the same evidence gives the same findings. */
export function audit(evidence: Evidence): Findings {
  const findings = new Findings();
  auditRequests(evidence, findings);
  auditCarrier(evidence, findings);
  auditRest(evidence, findings);
  auditConversations(evidence, findings);
  auditEvents(evidence.database, findings);
  auditOutcomes(evidence.database, findings);
  auditFollowUps(evidence.database, findings);
  auditTools(evidence, findings);
  auditFigures(evidence.database, findings);
  return findings;
}

function auditRequests({ requests, carrier, database }: Evidence, findings: Findings): void {
  const rows = new Map(database.rows.map((row) => [row.id, row]));
  const outbound = Map.groupBy(
    carrier.filter(({ inbound }) => !inbound),
    ({ to }) => to,
  );
  for (const [to, asked] of Map.groupBy(requests, (request) => request.to)) {
    const dialled = outbound.get(to)?.length ?? 0;
    const refusals = asked.flatMap(({ callId, refusal }) => (callId === null ? (refusal ?? []) : []));
    const refused = refusals.length;
    findings.check('once', to, dialled <= asked.length, () => `dialled ${dialled} times for ${asked.length}`);
    if (refused > 0)
      findings.check(
        'refused',
        to,
        dialled <= asked.length - refused,
        () =>
          `dialled ${dialled} times for ${asked.length}, refused: ${refusals.join(', ')}; ${rowsTo(to, database)}`,
      );
  }
  for (const { key, to, callId } of requests) {
    if (callId === null) continue;
    const row = rows.get(callId);
    findings.check('acknowledged', key, row?.to === to, () =>
      row ? `call ${callId} is to ${row.to}, not ${to}` : `call ${callId} does not exist`,
    );
    if (row) findings.check('sent', key, wasSent(row), () => `${callId} ended as ${row.reason}`);
  }
}

function rowsTo(to: string, { rows }: DatabaseState): string {
  const known = rows.filter((row) => row.to === to);
  return `to ${to}: ${known.map(({ sid, status, reason }) => `${sid} ${status} ${reason}`).join(', ')}`;
}

/** A call that was acknowledged to a user must not turn out to have been never sent. */
function wasSent({ reason, status }: CallRow): boolean {
  return status !== 'failed' || (reason !== 'never_sent' && !isRefusalReason(reason));
}

function auditCarrier({ carrier, database }: Evidence, findings: Findings): void {
  for (const fact of carrier) {
    const rows = database.rows.filter((row) => row.sid === fact.sid);
    const [row] = rows;
    if (!fact.inbound || fact.acknowledged)
      findings.check(
        'known',
        fact.sid,
        rows.length === 1,
        () => `${rows.length} rows; ${rowsTo(fact.to, database)}`,
      );
    if (!row || !fact.ended) continue;
    findings.check('status', row.id, row.status === fact.status, () => statuses(row, fact));
    findings.check('duration', row.id, row.duration === fact.duration, () => durations(row, fact));
  }
}

const statuses = (row: CallRow, fact: CarrierFact) =>
  `${row.status} (${row.reason}) here, ${fact.status} at the carrier`;
const durations = (row: CallRow, fact: CarrierFact) =>
  `${row.duration} s here, ${fact.duration} s at the carrier (${fact.status})`;

function auditRest({ carrier, database, crashes }: Evidence, findings: Findings): void {
  const sids = new Set(carrier.map(({ sid }) => sid));
  for (const row of database.rows) {
    findings.check('finished', row.id, isTerminal(row.status), () => `the row is ${row.status}`);
    if (row.sid !== null)
      findings.check('known', row.id, sids.has(row.sid), () => `${row.sid} is unknown to the carrier`);
  }
  for (const fact of carrier)
    findings.check('finished', fact.sid, fact.ended, () => `${fact.status} at the carrier`);
  const { openSessions, remainingJobs } = database;
  findings.check(
    'finished',
    'conversations',
    openSessions.length === 0,
    () => `open: ${openSessions.join(', ')}`,
  );
  findings.check('finished', 'jobs', remainingJobs.length === 0, () => `left: ${remainingJobs.join(', ')}`);
  findings.check('crashes', 'servers', crashes.length === 0, () => crashes.join('\n'));
}

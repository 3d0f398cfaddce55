import { callSubject, terminalStatuses } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { JobSender } from '../../../ports/jobs.ts';
import type { OutcomeStore } from '../../../ports/outcomes.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { addFollowUps } from '../follow-ups/add.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { callEvents } from '../schema.ts';
import { isUuid } from '../uuid.ts';
import { correctOutcome, withdrawCorrection } from './corrections.ts';
import { fieldsOfCall, shownOutcome } from './read.ts';

/** Outcomes in the rows of their calls; what people correct stands beside them (docs/outcomes.md). */
export function createOutcomeStore(database: Database, jobs: JobSender): OutcomeStore {
  return {
    begin: (call, run) =>
      database.asSystem(async (tx) => {
        if (!(await isWaitingFor(tx, call, run))) return false;
        await tx.execute(sql`update calls set outcome_state = 'pending' where id = ${call.callId}`);
        const job = { queue: 'call-outcome', data: { ...call, run }, key: `${call.callId}/${run}` };
        await jobs.send(job, openTransaction(tx));
        await notify(tx, { kind: 'outcome', ...call });
        return true;
      }),

    save: (call, run, outcome, followUps) =>
      database.asSystem(async (tx) => {
        if (!(await isWaitingFor(tx, call, run))) return false;
        // The row is locked, so whoever corrects the result waits, and what they have stored is seen here.
        await tx.execute(sql`
          update calls set outcome = ${JSON.stringify(outcome)}::jsonb, outcome_state = 'ready',
            outcome_result = case
              when exists (select from outcome_corrections c where c.tenant_id = calls.tenant_id and c.call_id = calls.id
                and c.field_id = 'result')
              then outcome_result else ${outcome.result} end
          where id = ${call.callId}`);
        await tx.insert(callEvents).values({ ...call, kind: 'outcome_ready', data: { run, by: outcome.by } });
        const { result } = outcome;
        await appendToOutbox(tx, call.tenantId, callSubject(call.callId), {
          ...{ type: 'call.outcome', version: 1, callId: call.callId, result },
        });
        await addFollowUps(tx, followUps);
        await notify(tx, { kind: 'outcome', ...call });
        await notify(tx, { kind: 'changed', ...call });
        return true;
      }),

    fail: (call, run) =>
      database.asSystem(async (tx) => {
        if (!(await isWaitingFor(tx, call, run))) return;
        await tx.execute(sql`update calls set outcome_state = 'failed' where id = ${call.callId}`);
        await notify(tx, { kind: 'outcome', ...call });
      }),

    request: async (caller, callId) =>
      isUuid(callId) ? database.forTenant(caller.tenantId, (tx) => request(tx, caller, callId)) : 'missing',

    correct: (...correction) => correctOutcome(database, ...correction),
    withdraw: (...correction) => withdrawCorrection(database, ...correction),
    shown: (tenantId, callId) => shownOutcome(database, tenantId, callId),
    fieldsFor: (call, run) => fieldsOfCall(database, call.tenantId, call.id, run),
  };
}

/** Locks the call; a deleted one may be brought back. False: it is gone, another run was asked for since, or this one is stored. */
async function isWaitingFor(tx: Transaction, { tenantId, callId }: CallKey, run: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select id from calls
    where tenant_id = ${tenantId} and id = ${callId} and mode <> 'try' and outcome_run = ${run}
      and (outcome is null or (outcome ->> 'run')::integer < ${run})
    for update`);
  return rows.length > 0;
}

const over: ReadonlySet<string> = new Set(terminalStatuses);

async function request(
  tx: Transaction,
  caller: Caller,
  callId: string,
): Promise<number | 'missing' | 'live'> {
  const { tenantId } = caller;
  const { rows } = await tx.execute<{ status: string; run: number }>(sql`
    select status, outcome_run as run from calls where id = ${callId} and mode = 'live' for update`);
  const [call] = rows;
  if (!call) return 'missing';
  if (!over.has(call.status)) return 'live';
  const run = call.run + 1;
  await tx.execute(
    sql`update calls set outcome_run = ${run}, outcome_state = 'pending' where id = ${callId}`,
  );
  await appendAudit(tx, { tenantId, actor: caller.userId, action: 'outcome.requested', subject: callId });
  await appendToOutbox(tx, tenantId, callSubject(callId), {
    ...{ type: 'outcome.requested', version: 1, callId, run },
  });
  await notify(tx, { kind: 'outcome', tenantId, callId });
  return run;
}

import type { AuditAction, FollowUpChange, FollowUpState } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { ChangeResult } from '../../../ports/follow-ups.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { type SQL, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';
import { announceClosed } from './add.ts';
import { deskPerson } from './people.ts';
import { readFollowUp } from './reads.ts';

interface Stored {
  readonly state: FollowUpState;
  readonly snoozedUntil: Date | null;
  readonly owner: string | null;
  readonly note: string;
  readonly dueAt: Date;
  readonly revision: number;
}

/** Changes by people are decided under a lock of the row, each by the revision that it is based on (FU6). */
export async function changeFollowUp(
  database: Database,
  caller: Caller,
  id: string,
  revision: number,
  change: FollowUpChange,
  at: Date,
): Promise<ChangeResult> {
  if (!isUuid(id)) return { kind: 'missing' };
  const kind = await database.forTenant(caller.tenantId, (tx) =>
    decide(tx, caller, id, revision, change, at),
  );
  if (kind === 'missing' || kind === 'no person') return { kind };
  const followUp = await readFollowUp(database, caller.tenantId, id);
  return followUp ? { kind, followUp } : { kind: 'missing' };
}

async function decide(
  tx: Transaction,
  caller: Caller,
  id: string,
  revision: number,
  change: FollowUpChange,
  at: Date,
): Promise<ChangeResult['kind']> {
  const { tenantId } = caller;
  const stored = await lock(tx, tenantId, id);
  if (!stored) return 'missing';
  if (isSo(stored, change)) return 'same';
  if (stored.revision !== revision) return 'stale';
  const set = await settingsOf(tx, caller, change, at);
  if (set === null) return 'no person';
  await tx.execute(sql`
    update follow_ups set ${set}, revision = revision + 1, changed_at = ${at.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and id = ${id}`);
  const action = actions[change.kind];
  if (action !== null) await appendAudit(tx, { tenantId, actor: caller.userId, action, subject: id });
  if (change.kind === 'done') await announceClosed(tx, tenantId, id, 'person');
  else await notify(tx, { tenantId, kind: 'follow-up', id });
  return 'changed';
}

async function lock(tx: Transaction, tenantId: string, id: string): Promise<Stored | undefined> {
  const { rows } = await tx.execute<{ [Key in keyof Stored]: Stored[Key] }>(sql`
    select state, snoozed_until as "snoozedUntil", owner, note, due_at as "dueAt", revision
    from follow_ups where tenant_id = ${tenantId} and id = ${id} for update`);
  const [row] = rows;
  return (
    row && {
      ...row,
      dueAt: new Date(row.dueAt),
      snoozedUntil: row.snoozedUntil && new Date(row.snoozedUntil),
    }
  );
}

/** Whoever wants what is so already gets it, also with an old revision: two people close it once. */
function isSo({ state, snoozedUntil, owner, note, dueAt }: Stored, change: FollowUpChange): boolean {
  switch (change.kind) {
    case 'done':
      return state === 'done';
    case 'reopen':
      return state === 'open';
    case 'snooze':
      return state === 'snoozed' && snoozedUntil?.getTime() === Date.parse(change.until);
    case 'assign':
      return owner === change.owner;
    case 'note':
      return note === change.note;
    case 'due':
      return dueAt.getTime() === Date.parse(change.dueAt);
  }
}

const stillOpen = sql`closed_by = null, closed_by_name = null, closed_how = null, closed_at = null`;

/** Null: there is no such person. */
async function settingsOf(
  tx: Transaction,
  { tenantId, userId, displayName }: Caller,
  change: FollowUpChange,
  at: Date,
): Promise<SQL | null> {
  switch (change.kind) {
    case 'done':
      return sql`state = 'done', snoozed_until = null, closed_by = ${userId}, closed_by_name = ${displayName},
        closed_how = 'person', closed_at = ${at.toISOString()}::timestamptz`;
    case 'reopen':
      return sql`state = 'open', snoozed_until = null, ${stillOpen}`;
    case 'snooze':
      return sql`state = 'snoozed', snoozed_until = ${new Date(change.until).toISOString()}::timestamptz, ${stillOpen}`;
    case 'assign': {
      if (change.owner === null) return sql`owner = null, owner_name = null`;
      const name = change.owner === userId ? displayName : await deskPerson(tx, tenantId, change.owner);
      return name === null ? null : sql`owner = ${change.owner}, owner_name = ${name}`;
    }
    case 'note':
      return sql`note = ${change.note}`;
    case 'due':
      return sql`due_at = ${new Date(change.dueAt).toISOString()}::timestamptz`;
  }
}

const actions: Record<FollowUpChange['kind'], AuditAction | null> = {
  done: 'follow-up.done',
  reopen: 'follow-up.reopened',
  snooze: 'follow-up.snoozed',
  assign: 'follow-up.assigned',
  note: null,
  due: null,
};

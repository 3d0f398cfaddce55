import { type FollowUp, terminalStatuses } from '@parley/contract';
import type { Database } from '../database.ts';
import type { PipelinedStatement } from '../pipeline.ts';
import { rowReader } from '../row-reader.ts';
import { isUuid } from '../uuid.ts';

const over = terminalStatuses.map((status) => `'${status}'`).join(', ');
const person = (name: string) =>
  `case when ${name} is not null then json_build_object('displayName', ${name}) end`;

/** What the API shows of a follow-up. Of its contact there is the id alone; names are added by whoever shows it. */
const reader = rowReader(
  (value): FollowUp => ({
    id: value('f.id'),
    reason: value('f.reason'),
    state: value('f.state'),
    urgent: value('f.urgent'),
    urgentWhy: value('f.urgent_why'),
    number: value('f.number'),
    contact: value(
      `case when f.contact_id is not null then json_build_object('id', f.contact_id, 'name', '', 'others', 0) end`,
    ),
    callId: value('call.id'),
    entry: value(
      `case when said.ordinal is not null then
         json_build_object('ordinal', said.ordinal, 'speaker', said.speaker, 'message', said.message) end`,
    ),
    what: value('f.what'),
    note: value('f.note'),
    dueAt: value('f.due_at'),
    snoozedUntil: value('f.snoozed_until'),
    owner: value(
      `case when f.owner is not null then
         json_build_object('id', f.owner, 'displayName', coalesce(f.owner_name, '')) end`,
    ),
    closed: closedOf(value(person('f.closed_by_name')), value('f.closed_how'), value('f.closed_at')),
    lastCall: value(
      `case when latest.id is not null then
         json_build_object('callId', latest.id, 'live', latest.status not in (${over}),
           'by', ${person('latest.placed_by_name')}) end`,
    ),
    sandbox: value("coalesce(call.carrier = 'lab', false)"),
    revision: value('f.revision'),
    createdAt: value('f.created_at'),
    changedAt: value('f.changed_at'),
  }),
);

/** In JSON of the database an instant would have another form than everywhere else. */
function closedOf(
  by: { displayName: string } | null,
  how: NonNullable<FollowUp['closed']>['how'] | null,
  at: string | null,
): FollowUp['closed'] {
  return at === null ? null : { by, how: how ?? 'system', at };
}

/** What a deleted call said is not shown; the follow-up is. */
const joined = `
  left join calls as call
    on call.tenant_id = f.tenant_id and call.id = f.call_id and call.mode = 'live'
  left join transcript_entries as said
    on said.tenant_id = call.tenant_id and said.call_id = call.id and said.ordinal = f.entry
  left join lateral (
    select id, status, placed_by_name from calls as placed
    where placed.tenant_id = f.tenant_id and placed.follow_up_id = f.id and placed.mode = 'live'
    order by id desc limit 1) as latest on true`;

/** `rows` chooses from `follow_ups` and limits: the joins are made for these rows alone. */
export function selectFollowUps(rows: string, order: string): string {
  return `select ${reader.columns} from (${rows}) as f ${joined} order by ${order}`;
}

const one = selectFollowUps('select * from follow_ups where id = $1', 'f.id');
const ofCall = selectFollowUps(
  'select * from follow_ups where call_id = $1',
  "f.state = 'done', f.urgent desc, f.due_at, f.id",
);
const ofNumber = selectFollowUps(
  "select * from follow_ups where number = $1 order by state = 'done', id desc limit $2",
  "f.state = 'done', f.id desc",
);

/** For the page of a call, among its other statements. */
export const ofCallStatement = (callId: string): PipelinedStatement => ({
  name: 'follow-ups of a call',
  text: ofCall,
  values: [callId],
});
export const followUpOf = reader.read;

export async function readFollowUps(
  database: Database,
  tenantId: string,
  statement: PipelinedStatement,
): Promise<FollowUp[]> {
  const [rows] = await database.readForTenant(tenantId, [statement]);
  return rows.map(reader.read);
}

export async function readFollowUp(
  database: Database,
  tenantId: string,
  id: string,
): Promise<FollowUp | null> {
  if (!isUuid(id)) return null;
  const [row] = await readFollowUps(database, tenantId, { name: 'one follow-up', text: one, values: [id] });
  return row ?? null;
}

export async function followUpsOfCall(
  database: Database,
  tenantId: string,
  callId: string,
): Promise<FollowUp[]> {
  if (!isUuid(callId)) return [];
  return readFollowUps(database, tenantId, { text: ofCall, values: [callId] });
}

export function followUpsOfNumber(
  database: Database,
  tenantId: string,
  number: string,
  limit: number,
): Promise<FollowUp[]> {
  return readFollowUps(database, tenantId, { text: ofNumber, values: [number, String(limit)] });
}

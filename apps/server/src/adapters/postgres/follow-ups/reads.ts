import { type FollowUp, type TranscriptEntry, terminalStatuses } from '@parley/contract';
import type { Database } from '../database.ts';
import type { PipelinedStatement } from '../pipeline.ts';
import { type ReadValue, type Row, rowReader } from '../row-reader.ts';
import { isUuid } from '../uuid.ts';

const over = terminalStatuses.map((status) => `'${status}'`).join(', ');
const person = (name: string) =>
  `case when ${name} is not null then json_build_object('displayName', ${name}) end`;

/** What differs where the call is read by the same request: its row and entries are not read again. */
interface OfCall<Entry> {
  readonly callId: string;
  readonly entry: Entry;
  readonly sandbox: boolean;
}

/** What the API shows of a follow-up. Of its contact there is the id alone; names are added by whoever shows it. */
const fields = <Entry>(value: ReadValue, ofCall: () => OfCall<Entry>) => ({
  id: value<FollowUp['id']>('f.id'),
  reason: value<FollowUp['reason']>('f.reason'),
  state: value<FollowUp['state']>('f.state'),
  urgent: value<boolean>('f.urgent'),
  urgentWhy: value<FollowUp['urgentWhy']>('f.urgent_why'),
  number: value<FollowUp['number']>('f.number'),
  contact: value<FollowUp['contact']>(
    `case when f.contact_id is not null then json_build_object('id', f.contact_id, 'name', '', 'others', 0) end`,
  ),
  ...ofCall(),
  what: value<string>('f.what'),
  note: value<string>('f.note'),
  dueAt: value<string>('f.due_at'),
  snoozedUntil: value<FollowUp['snoozedUntil']>('f.snoozed_until'),
  owner: value<FollowUp['owner']>(
    `case when f.owner is not null then
       json_build_object('id', f.owner, 'displayName', coalesce(f.owner_name, '')) end`,
  ),
  closed: closedOf(value(person('f.closed_by_name')), value('f.closed_how'), value('f.closed_at')),
  lastCall: value<FollowUp['lastCall']>(
    `case when latest.id is not null then
       json_build_object('callId', latest.id, 'live', latest.status not in (${over}),
         'by', ${person('latest.placed_by_name')}) end`,
  ),
  revision: value<number>('f.revision'),
  createdAt: value<string>('f.created_at'),
  changedAt: value<string>('f.changed_at'),
});

const reader = rowReader(
  (value): FollowUp =>
    fields(value, () => ({
      callId: value('call.id'),
      entry: value<FollowUp['entry']>(
        `case when said.ordinal is not null then
           json_build_object('ordinal', said.ordinal, 'speaker', said.speaker, 'message', said.message) end`,
      ),
      sandbox: value("coalesce(call.carrier = 'lab', false)"),
    })),
);

/** Of a call that is read beside it. */
const readerBesideCall = rowReader((value) =>
  fields(value, () => ({
    callId: value('f.call_id'),
    entry: value<number | null>('f.entry'),
    sandbox: false,
  })),
);

/** In JSON of the database an instant would have another form than everywhere else. */
function closedOf(
  by: { displayName: string } | null,
  how: NonNullable<FollowUp['closed']>['how'] | null,
  at: string | null,
): FollowUp['closed'] {
  return at === null ? null : { by, how: how ?? 'system', at };
}

const latestCall = `
  left join lateral (
    select id, status, placed_by_name from calls as placed
    where placed.tenant_id = f.tenant_id and placed.follow_up_id = f.id and placed.mode = 'live'
    order by id desc limit 1) as latest on true`;

/** What a deleted call said is not shown; the follow-up is. */
const joined = `
  left join calls as call
    on call.tenant_id = f.tenant_id and call.id = f.call_id and call.mode = 'live'
  left join transcript_entries as said
    on said.tenant_id = call.tenant_id and said.call_id = call.id and said.ordinal = f.entry ${latestCall}`;

/** `rows` chooses from `follow_ups` and limits: the joins are made for these rows alone. */
export function selectFollowUps(rows: string, order: string): string {
  return `select ${reader.columns} from (${rows}) as f ${joined} order by ${order}`;
}

const one = selectFollowUps('select * from follow_ups where id = $1', 'f.id');
const orderOfCall = "f.state = 'done', f.urgent desc, f.due_at, f.id";
const besideCall = `
  select ${readerBesideCall.columns} from follow_ups as f ${latestCall} where f.call_id = $1 order by ${orderOfCall}`;
const ofNumber = selectFollowUps(
  "select * from follow_ups where number = $1 order by state = 'done', id desc limit $2",
  "f.state = 'done', f.id desc",
);

/** For the page of a call, among its other statements. */
export const besideCallStatement = (callId: string): PipelinedStatement => ({
  name: 'follow-ups of a call',
  text: besideCall,
  values: [callId],
});

export function followUpBesideCall(
  row: Row,
  call: { readonly sandbox: boolean; readonly transcript: readonly TranscriptEntry[] },
): FollowUp {
  const followUp = readerBesideCall.read(row);
  const said = call.transcript.find(({ ordinal }) => ordinal === followUp.entry);
  const entry = said ? { ordinal: said.ordinal, speaker: said.speaker, message: said.message } : null;
  return { ...followUp, entry, sandbox: call.sandbox };
}

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

export function followUpsOfNumber(
  database: Database,
  tenantId: string,
  number: string,
  limit: number,
): Promise<FollowUp[]> {
  return readFollowUps(database, tenantId, { text: ofNumber, values: [number, String(limit)] });
}

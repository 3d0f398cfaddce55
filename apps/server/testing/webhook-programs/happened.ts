import type pg from 'pg';
import { type PassedOnEvent, passedOnTypes, sentTypeOf } from '../../src/features/webhooks/event-body.ts';

/** An event as its receiver names it: nothing of it is an id of the desk's own tables. */
export interface Happened {
  readonly key: string;
  readonly type: string;
  /** Events of one subject are sent in order. */
  readonly subject: string;
  readonly createdAt: Date;
  /** When it was stored for the endpoints that were on, by the endpoint that always was. */
  readonly passedOnAt: Date;
}

interface EventData {
  readonly callId?: string | null;
  readonly followUpId?: string;
}

export const keyOf = (type: string, at: string, { callId, followUpId }: EventData) =>
  [type, at, callId ?? '-', followUpId ?? '-'].join(' ');

/** What the outbox says has happened, in its order. */
export async function readHappened(owner: pg.Pool, alwaysOn: string): Promise<Happened[]> {
  const { rows } = await owner.query<{
    type: PassedOnEvent['type'];
    subject: string;
    data: EventData;
    createdAt: Date;
    passedOnAt: Date;
  }>(
    `select o.type, o.subject, o.data, o.created_at as "createdAt", d.created_at as "passedOnAt"
      from outbox o left join webhook_deliveries d on d.event_id = o.id and d.endpoint_id = $2
      where o.type = any ($1) order by o.id`,
    [passedOnTypes, alwaysOn],
  );
  return rows.map(({ type, subject, data, createdAt, passedOnAt }) => {
    const sent = sentTypeOf({ ...data, type } as PassedOnEvent);
    return { key: keyOf(sent, createdAt.toISOString(), data), type: sent, subject, createdAt, passedOnAt };
  });
}

export async function countHappened(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from outbox where type = any ($1)',
    [passedOnTypes],
  );
  return rows[0]?.count ?? 0;
}

/** What is still to be done before nothing more can happen. */
export async function remainingEvents(owner: pg.Pool): Promise<string[]> {
  // What is due every minute is due now.
  await owner.query(`update job_schedules set next_at = now() where key = 'recordings'`);
  const { rows } = await owner.query<{ what: string }>(`
    select 'a call' as what from calls where status in ('queued', 'initiated', 'ringing', 'in-progress')
    union all select 'a conversation' from voice_passes where used_at is not null and closed_at is null
    union all select 'a recording' from recordings where state in ('recording', 'fetching')
    union all select 'a job' from jobs.job where state in ('created', 'retry', 'active') and data ? 'callId'
    union all select 'an event to assign' from outbox where not assigned
    union all select 'an event to read' from outbox_positions where last_event > done_event
    union all select 'a delivery' from webhook_deliveries where state = 'waiting'
    union all select 'an endpoint that is off' from webhook_endpoints where off_reason is not null`);
  return Object.entries(Object.groupBy(rows, ({ what }) => what)).map(
    ([what, all]) => `${all?.length} × ${what}`,
  );
}

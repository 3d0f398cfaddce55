import pg from 'pg';
import type { StoredAttempt, StoredRecipient, WeekEvidence } from './evidence.ts';
import type { Dialing, Due } from './week-clock.ts';

/** What is asked for all the time: each part is a place of an index, however many rows there are. */
const dueText = `
  with running as (select tenant_id, id from campaigns where state = 'running')
  select
    array(select id::text from running c where exists (
      select from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id and r.state = 'pending'
        and r.next_at <= $1::timestamptz offset 0)) as due,
    (select min(first.next_at) from running c cross join lateral (
      select next_at from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id and r.state = 'pending'
        and r.next_at > $1::timestamptz order by next_at limit 1) as first) as next,
    (select min(lease_until) from recipients where state in ('dialing', 'in_call')) as lease,
    exists (select from recipients where state = 'in_call') as up,
    (select jsonb_agg(jsonb_build_object('callId', r.call_id, 'number', r.number,
        'since', extract(epoch from a.started_at) * 1000))
     from recipients r join recipient_attempts a
       on a.tenant_id = r.tenant_id and a.campaign_id = r.campaign_id and a.row = r.row and a.attempt = r.attempts
     where r.state = 'dialing') as dialing,
    (select count(*)::int from campaigns where state <> 'completed') as open`;

interface DueRow {
  readonly due: string[];
  readonly next: Date | null;
  readonly lease: Date | null;
  readonly up: boolean;
  readonly dialing: Dialing[] | null;
  readonly open: number;
}

export interface WeekDue extends Due {
  /** Campaigns that could call somebody now. */
  readonly campaigns: readonly string[];
  readonly unfinished: number;
}

/** What a simulated week reads of the database, as its owner. The database may be away for a moment. */
export class WeekState {
  readonly #pool: pg.Pool;

  constructor(connection: pg.ClientConfig) {
    // Without statistics, as the tables grow, it would rather read all of them. What is asked for all the time is planned once.
    const options = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan';
    this.#pool = new pg.Pool({ ...connection, max: 1, options });
    // A database that is killed ends the connection; the next question opens another.
    this.#pool.on('error', () => {});
  }

  async #rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#pool.query<Row>(text)).rows;
  }

  /** Null: the database is away. */
  async due(now: number): Promise<WeekDue | null> {
    const askedAt = Date.now();
    try {
      const asked = { name: 'due', text: dueText, values: [new Date(now).toISOString()] };
      const [found] = (await this.#pool.query<DueRow & pg.QueryResultRow>(asked)).rows;
      if (!found) return null;
      return {
        ...{ askedAt, now: found.due.length > 0, campaigns: found.due, up: found.up },
        ...{ dialing: found.dialing ?? [], unfinished: found.open },
        ...{ next: found.next?.getTime() ?? null, lease: found.lease?.getTime() ?? null },
      };
    } catch {
      return null;
    }
  }

  async read() {
    return {
      attempts: await this.#rows<StoredAttempt & pg.QueryResultRow>(
        `select campaign_id as campaign, row, attempt, call_id as "callId", result, counts from recipient_attempts`,
      ),
      recipients: await this.#rows<StoredRecipient & pg.QueryResultRow>(
        'select campaign_id as campaign, row, state, result, waits from recipients',
      ),
      campaigns: await this.#rows<WeekEvidence['campaigns'][number] & pg.QueryResultRow>(
        `select id, state, pause_reason || ' ' || pause_detail as pause from campaigns`,
      ),
      calls: await this.#rows<{ id: string; sid: string | null }>('select id, carrier_sid as sid from calls'),
    };
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }
}

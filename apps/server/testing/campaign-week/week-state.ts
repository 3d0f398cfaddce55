import pg from 'pg';
import type { StoredAttempt, StoredRecipient } from './evidence.ts';
import type { Due } from './week-clock.ts';

/** What a simulated week reads of the database, as its owner. The database may be away for a moment. */
export class WeekState {
  readonly #pool: pg.Pool;

  constructor(connection: pg.ClientConfig) {
    this.#pool = new pg.Pool({ ...connection, max: 1 });
    // A database that is killed ends the connection; the next question opens another.
    this.#pool.on('error', () => {});
  }

  async #rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** Null: the database is away. */
  async due(now: number): Promise<(Due & { readonly unfinished: number; readonly dialled: number }) | null> {
    try {
      const [found] = await this.#rows<{
        due: boolean;
        dialing: boolean;
        next: Date | null;
        open: number;
        dialled: number;
      }>(
        `with rows as (
           select r.state, r.next_at, r.lease_until from recipients r
           join campaigns c on c.tenant_id = r.tenant_id and c.id = r.campaign_id and c.state = 'running')
         select exists (select from rows where state = 'pending' and next_at <= $1::timestamptz) as due,
           exists (select from rows where state = 'dialing') as dialing,
           (select min(case when state = 'pending' then next_at else lease_until end) from rows
            where (state = 'pending' and next_at > $1::timestamptz) or state in ('dialing', 'in_call')) as next,
           (select count(*)::int from campaigns where state <> 'completed') as open,
           (select count(*)::int from recipient_attempts) as dialled`,
        [new Date(now).toISOString()],
      );
      if (!found) return null;
      return {
        ...{ now: found.due, dialing: found.dialing, unfinished: found.open, dialled: found.dialled },
        next: found.next?.getTime() ?? null,
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
      campaigns: await this.#rows<{ id: string; state: string; pause: string | null }>(
        `select id, state, pause_reason || ' ' || pause_detail as pause from campaigns`,
      ),
      calls: await this.#rows<{ id: string; sid: string | null }>('select id, carrier_sid as sid from calls'),
    };
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }
}

import { randomUUIDv7 } from 'node:crypto';
import { permissionsOf } from '@parley/contract';
import type pg from 'pg';
import { createCallStore } from '../../src/adapters/postgres/call-store.ts';
import { createRetentionStore } from '../../src/adapters/postgres/data/retention.ts';
import type { Database } from '../../src/adapters/postgres/database.ts';
import { createDoNotCallList } from '../../src/adapters/postgres/do-not-call/list.ts';
import { createFollowUpStore } from '../../src/adapters/postgres/follow-ups/store.ts';
import { createPersonalData } from '../../src/adapters/postgres/personal-data/personal-data.ts';
import type { Caller } from '../../src/ports/caller.ts';
import { noDigest } from '../../src/ports/number-digest.ts';
import { type SeededRandom, seededRandom } from '../faults/seeded-random.ts';
import { removeDeleted } from '../remove-deleted.ts';

const day = 24 * 60 * 60_000;
const firstDay = Date.parse('2026-03-01T00:00:00Z');
const endings = ['completed', 'completed', 'completed', 'busy', 'no-answer', 'failed', 'canceled'] as const;
const reasons = [
  ...[null, null, null, 'voicemail', 'voicemail_left', 'transferred', 'ended_by_user', 'do_not_call'],
  ...['network_failed', 'line_busy', 'unconfirmed', 'agent_failed', 'silence'],
];
const results = [null, 'reached', 'partly', 'not'] as const;

interface Picked {
  readonly tenantId: string;
  readonly id: string;
}

/** Does what can happen to calls, follow-ups and the do-not-call list, in an order that the seed decides. */
export class RandomDesk {
  readonly #random: SeededRandom;
  readonly #database: Database;
  /** Sees all, to choose from; changes nothing. */
  readonly #owner: pg.Client;
  readonly #tenants: readonly string[];

  constructor(seed: number, database: Database, owner: pg.Client, tenants: readonly string[]) {
    this.#random = seededRandom(seed, 'desk');
    this.#database = database;
    this.#owner = owner;
    this.#tenants = tenants;
  }

  /** A few at a time, so that changes of one call overlap. */
  async act(times: number): Promise<void> {
    for (let done = 0; done < times; done += 4)
      await Promise.all(Array.from({ length: 4 }, () => this.#actOnce()));
  }

  #actOnce(): Promise<unknown> {
    const calls = createCallStore(this.#database, { send: async () => {} });
    const act = this.#random.weighted({
      ...{ place: 30, answer: 12, end: 22, revise: 8, reopen: 4, correct: 8, cost: 12, turns: 6 },
      ...{ delete: 6, undo: 4, remove: 2, retention: 1, erase: 2 },
      ...{ open: 8, close: 5, reopenFollowUp: 3, optOut: 4, optIn: 2 },
    });
    switch (act) {
      case 'place':
        return this.#place();
      case 'answer':
        return this.#change(`status = 'in-progress', answered_at = created_at + interval '8 s'`, false);
      case 'end':
        return this.#end();
      case 'revise':
        return this.#change(
          `duration = ${this.#random.between(0, 2_400)}, reason = ${this.#literal(this.#one(reasons))}`,
        );
      case 'reopen':
        return this.#change(`status = 'in-progress', reason = null, ended_at = null`);
      case 'correct':
        return this.#change(`outcome_result = ${this.#literal(this.#one(results))}`);
      case 'turns':
        return this.#change(`turns = turns || '${JSON.stringify(this.#turns())}'`);
      case 'cost':
        return this.#cost();
      case 'delete':
        return this.#withCall(({ tenantId, id }) => calls.remove(tenantId, id, 'user'));
      case 'undo':
        return this.#withCall(({ tenantId, id }) => calls.restore(tenantId, id, 'user'), 'deleted');
      case 'remove':
        return removeDeleted(this.#database);
      case 'retention':
        return createRetentionStore(this.#database).removeCalls(
          this.#tenant(),
          new Date(firstDay + 5 * day),
          3,
        );
      case 'erase':
        return createPersonalData(this.#database, noDigest).erase(
          ...([this.#tenant(), { kind: 'number', number: this.#number() }, 'user'] as const),
        );
      case 'open':
        return this.#openFollowUp();
      case 'close':
        return this.#changeFollowUp('done');
      case 'reopenFollowUp':
        return this.#changeFollowUp('reopen');
      case 'optOut':
        return createDoNotCallList(this.#database).add(this.#tenant(), {
          ...{ number: this.#number(), source: this.#one(['call', 'call', 'hand']), callId: null },
          unconfirmed: this.#random.happens(0.3),
        });
      case 'optIn':
        return createDoNotCallList(this.#database).remove(this.#tenant(), this.#number());
    }
  }

  #one<Choice>(list: readonly Choice[]): Choice {
    return list[this.#random.between(0, list.length - 1)] as Choice;
  }
  #tenant = () => this.#one(this.#tenants);
  #number = () => `+120255501${this.#random.between(10, 39)}`;
  #literal = (text: string | null) => (text === null ? 'null' : `'${text}'`);
  #turns = () =>
    Array.from({ length: this.#random.between(1, 4) }, () => ({
      firstTokenMs: 100,
      firstSpeechMs: this.#random.happens(0.1) ? null : this.#random.next() * 4_000,
      ...(this.#random.happens(0.2) && { toolMs: this.#random.between(0, 3_000) }),
    }));

  async #place(): Promise<void> {
    const tenantId = this.#tenant();
    const createdAt = new Date(firstDay + this.#random.next() * 20 * day);
    const inbound = this.#random.happens(0.3);
    const values = [
      ...[tenantId, randomUUIDv7(), this.#one(['gs-dental', 'kuzco', null]), this.#one(['lab', 'twilio'])],
      ...[inbound ? 'inbound' : 'outbound', inbound ? this.#number() : '+15005550006'],
      ...[inbound ? '+15005550006' : this.#number(), this.#one(['relay', 'realtime']), createdAt],
      ...[this.#one([null, 1, 2]), this.#one([null, '019a8b5e-6c00-7000-8000-000000000002'])],
    ];
    await this.#system(
      `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, engine, created_at,
         agent_version, template_id, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'queued')`,
      values,
    );
  }

  #end(): Promise<void> {
    const status = this.#one(endings);
    const answered = status === 'completed' ? `coalesce(answered_at, created_at)` : 'answered_at';
    return this.#change(
      `status = '${status}', ended_at = created_at + interval '1 minute', answered_at = ${answered},
       duration = ${status === 'completed' ? this.#random.between(0, 2_400) : 'null'},
       reason = ${this.#literal(this.#one(reasons))}, turns = '${JSON.stringify(this.#turns())}'`,
      false,
    );
  }

  /** `over`: of a call that is over, or of one that is not. */
  #change(set: string, over = true): Promise<void> {
    return this.#withCall(
      ({ tenantId, id }) =>
        this.#system(`update calls set ${set} where tenant_id = $1 and id = $2`, [tenantId, id]),
      over ? 'over' : 'open',
    );
  }

  #cost(): Promise<void> {
    return this.#withCall(
      ({ tenantId, id }) =>
        this.#system(
          `insert into call_costs (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_micros, model_state)
           select tenant_id, id, created_at::date, $3, $4, $5, $6, $7 from calls where tenant_id = $1 and id = $2
              for key share -- Another act may be removing it.
           on conflict (tenant_id, call_id) do update set carrier_micros = excluded.carrier_micros,
             carrier_state = excluded.carrier_state, model_micros = excluded.model_micros,
             model_state = excluded.model_state`,
          [
            ...[tenantId, id, this.#one(['USD', 'USD', 'EUR']), this.#random.between(0, 90_000)],
            ...[this.#one(['estimate', 'final', 'none']), this.#random.between(0, 40_000)],
            this.#one(['estimate', 'final', 'none']),
          ],
        ),
      'over',
    );
  }

  #openFollowUp(): Promise<unknown> {
    const tenantId = this.#tenant();
    return createFollowUpStore(this.#database).create(this.#caller(tenantId), {
      ...{ key: randomUUIDv7(), what: 'Call back', number: this.#number(), dueAt: new Date(firstDay) },
    });
  }

  async #changeFollowUp(kind: 'done' | 'reopen'): Promise<void> {
    const { rows } = await this.#owner.query(
      `select tenant_id as "tenantId", id, revision from follow_ups where (state = 'done') = $1 order by md5(id || $2::text)
       limit 1`,
      [kind === 'reopen', this.#random.next()],
    );
    const [found] = rows as (Picked & { revision: number })[];
    if (!found) return;
    const at = new Date(firstDay + this.#random.next() * 20 * day);
    const store = createFollowUpStore(this.#database);
    await store.change(this.#caller(found.tenantId), found.id, found.revision, { kind }, at);
  }

  async #withCall(
    work: (call: Picked) => Promise<unknown>,
    which: 'over' | 'open' | 'deleted' = 'over',
  ): Promise<void> {
    const { rows } = await this.#owner.query(
      `select tenant_id as "tenantId", id from calls where (mode = 'deleted') = ($2 = 'deleted') and ($2 = 'deleted'
         or (status in ('completed', 'busy', 'no-answer', 'failed', 'canceled')) = ($2 = 'over'))
         and tenant_id = any ($3)
       order by md5(id || $1::text) limit 1`,
      [this.#random.next(), which, this.#tenants],
    );
    const [call] = rows as Picked[];
    if (call) await work(call);
  }

  async #system(text: string, values: unknown[]): Promise<void> {
    await this.#database.systemRows({ name: '', text, values });
  }

  #caller(tenantId: string): Caller {
    return {
      ...{ tenantId, userId: 'user', displayName: 'Kit', email: null, permissions: permissionsOf.admin },
      expiresAt: new Date(Date.now() + 60_000),
    };
  }
}

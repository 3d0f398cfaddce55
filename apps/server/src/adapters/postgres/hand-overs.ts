import type { HandOver, HandOvers } from '../../ports/hand-overs.ts';
import type { SessionKey } from '../../ports/session-directory.ts';
import type { Database, Transaction } from './database.ts';
import { sql } from './drizzle.ts';

type Row = HandOver & Record<string, unknown>;

const columns = sql`kind, target, number, briefing, state`;

export function createHandOvers(database: Database): HandOvers {
  const one = async (tx: Transaction, statement: ReturnType<typeof sql>) =>
    (await tx.execute<Row>(statement)).rows[0] ?? null;
  const find = (tx: Transaction, key: SessionKey) =>
    one(tx, sql`select ${columns} from hand_overs where ${itIs(key)}`);
  return {
    begin: (key, { kind, target, number, briefing }, at) =>
      database.asSystem(async (tx) => {
        await tx.execute(sql`
          insert into hand_overs (tenant_id, call_id, n, kind, target, number, briefing, state, began_at)
          values (${key.tenantId}, ${key.callId}, ${key.session}, ${kind}, ${target}, ${number}, ${briefing}, 'ringing',
            ${instant(at)})
          on conflict (tenant_id, call_id, n) do nothing`);
        const stored = await find(tx, key);
        if (!stored) throw new Error('A hand-over was stored and cannot be read.');
        return stored;
      }),

    find: (key) => database.asSystem((tx) => find(tx, key)),

    answered: (key) =>
      database.asSystem((tx) =>
        one(
          tx,
          sql`update hand_overs set state = case when state = 'ringing' then 'briefing' else state end
            where ${itIs(key)} and ended_at is null returning ${columns}`,
        ),
      ),

    accept: (key, at) =>
      database.asSystem(async (tx) => {
        const accepted = await one(
          tx,
          sql`update hand_overs set state = 'accepted', accepted_at = coalesce(accepted_at, ${instant(at)})
            where ${itIs(key)} and ended_at is null returning ${columns}`,
        );
        return accepted !== null;
      }),

    finish: (key, { joined, why }, at) =>
      database.asSystem(async (tx) => {
        await tx.execute(sql`
          update hand_overs set ended_at = ${instant(at)}, why = ${why},
            state = case when ${joined} and (kind = 'cold' or accepted_at is not null) then 'bridged' else 'failed' end
          where ${itIs(key)} and ended_at is null`);
        return find(tx, key);
      }),
  };
}

function itIs({ tenantId, callId, session }: SessionKey) {
  return sql`tenant_id = ${tenantId} and call_id = ${callId} and n = ${session}`;
}

function instant(at: Date) {
  return sql`${at.toISOString()}::timestamptz`;
}

import type { Call, ContactOfNumber } from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { ContactForAgent, ContactStore } from '../../../ports/contacts.ts';
import { callReader } from '../calls-table.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { maxUuid } from '../uuid.ts';

/** Looked up one by one in the index, whatever the database knows of the size of the table. */
const byNumbers = `
  select known.number, known.id, known.name from jsonb_array_elements_text($2::jsonb) as wanted (number)
  cross join lateral (
    select number, id, name, name_key from contacts
    where tenant_id = $1 and number = wanted.number order by name_key collate "C", id offset 0) as known`;

const ofNumber = `
  select id, name, language, agent_notes as "agentNotes" from contacts
  where tenant_id = $1 and number = $2 limit 20`;

/** As the index of calls by the number of the other party has it. */
const callsOfNumber = `
  select ${callReader.columns} from calls
  where tenant_id = $1 and mode = 'live'
    and (case direction when 'inbound' then from_number else to_number end) = $2 and id < $4::uuid
  order by id desc limit $3`;

/** Whose number it is: for the screens, and for agents. */
export function contactNames(
  database: Database,
): Pick<ContactStore, 'byNumbers' | 'calls' | 'forCall' | 'onlyOf' | 'countNameTry'> {
  /** In the role of the system: a session belongs to no request. */
  const people = (tenantId: string, number: string) =>
    database.systemRows<ContactForAgent & Record<string, unknown>>({
      name: 'contacts of a number',
      text: ofNumber,
      values: [tenantId, number],
    });

  return {
    byNumbers: async (tenantId, numbers) => {
      const [rows] = await database.readForTenant(tenantId, [
        { name: 'names of numbers', text: byNumbers, values: [tenantId, JSON.stringify(numbers)] },
      ]);
      const found = new Map<string, ContactOfNumber[]>();
      for (const [number, id, name] of rows as [string, string, string][]) {
        const others = found.get(number);
        if (others) others.push({ id, name });
        else found.set(number, [{ id, name }]);
      }
      return found;
    },

    calls: async (tenantId, number, limit, beforeId = maxUuid): Promise<Call[]> => {
      const [rows] = await database.readForTenant(tenantId, [
        { text: callsOfNumber, values: [tenantId, number, String(limit), beforeId] },
      ]);
      return rows.map(callReader.read);
    },

    forCall: async (call) => {
      const number = otherParty(call);
      if (number === null || call.mode !== 'live') return null;
      const found = await people(call.tenantId, number);
      // Somebody else who has the number now is not whom the call was placed to.
      if (call.contactId !== null) return found.find(({ id }) => id === call.contactId) ?? null;
      return onlyOne(found);
    },

    onlyOf: async (tenantId, number) => onlyOne(await people(tenantId, number)),

    // In the events of the call: a session that another server goes on with has no more tries. A model may give several
    // names at once, so the lock.
    countNameTry: ({ tenantId, callId }, most) =>
      database.asSystem(async (tx) => {
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtext('parley name tries'), hashtext(${callId}))`,
        );
        const { rows } = await tx.execute(sql`
          insert into call_events (tenant_id, call_id, kind)
          select ${tenantId}, ${callId}::uuid, 'name_tried'
          where (select count(*) from call_events
            where tenant_id = ${tenantId} and call_id = ${callId}::uuid and kind = 'name_tried') < ${most}
          returning id`);
        return rows.length > 0;
      }),
  };
}

function onlyOne(found: readonly ContactForAgent[]): ContactForAgent | null {
  const [first] = found;
  return first && found.length === 1 ? first : null;
}

function otherParty({ direction, from, to }: CallRecord): string | null {
  return direction === 'inbound' ? from : to;
}

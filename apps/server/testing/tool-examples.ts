import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type ExamplePerson, insertCall } from './example-person.ts';

type Insert = (client: pg.ClientBase, person: ExamplePerson) => Promise<void>;

/** Records of tools and of what they did that are about a person. */
export const toolExamples: Record<string, Insert> = {
  tools: async (client, { tenantId, userId }) => {
    const id = randomUUID();
    await client.query(
      `insert into tools (tenant_id, id, name, config, changed_by, changed_by_name)
       values ($1, $2, $3, '{"purpose": "Finds the times of Robin."}', $4, 'Kit Reed')`,
      [tenantId, id, `tool_${id.slice(0, 8)}`, userId],
    );
  },
  mcp_servers: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into mcp_servers (tenant_id, id, name, address, config, changed_by, changed_by_name)
       values ($1, $2, 'Orders', 'https://orders.example.com', '{}', $3, 'Kit Reed')`,
      [tenantId, randomUUID(), userId],
    );
  },
  tool_calls: async (client, person) => {
    await client.query(
      `insert into tool_calls (tenant_id, call_id, id, ordinal, name, title, input, state, answer, changes, honours_key,
         lease_until, server_id)
       values ($1, $2, 'call00001', 0.5, 'book_time', 'Booked', jsonb_build_object('patient', 'Robin', 'phone', $3::text),
         'done', 'Robin has Tuesday at ten.', true, true, now(), 'server')`,
      [person.tenantId, await insertCall(client, person), person.number],
    );
  },
  text_messages: async (client, person) => {
    await client.query(
      `insert into text_messages (tenant_id, id, call_id, tool_call_id, to_number, from_number, template, body, state)
       values ($1, $2, $3, 'call00002', $4, '+15005550006', 'Address', 'Robin, we are at 1 Main Street.', 'sent')`,
      [person.tenantId, randomUUID(), await insertCall(client, person), person.number],
    );
  },
  text_stops: async (client, { tenantId, number }) => {
    await client.query('insert into text_stops (tenant_id, number) values ($1, $2) on conflict do nothing', [
      tenantId,
      number,
    ]);
  },
  hand_overs: async (client, person) => {
    await client.query(
      `insert into hand_overs (tenant_id, call_id, n, target, number, kind, briefing, state)
       values ($1, $2, 0, 'Anna', '+15005550115', 'warm', 'Robin asks for another day.', 'bridged')`,
      [person.tenantId, await insertCall(client, person)],
    );
  },
};

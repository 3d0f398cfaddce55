import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ExamplePerson } from './example-person.ts';

async function insertEndpoint(client: pg.ClientBase, { tenantId, userId }: ExamplePerson): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into webhook_endpoints (tenant_id, id, name, address, events, created_at, created_by, created_by_name)
     values ($1, $2, 'Practice software', 'https://example.com/webhooks', '{call.ended}', now(), $3, 'Kit Reed')`,
    [tenantId, id, userId],
  );
  return id;
}

/** Records about a person in the tables of webhooks. */
export const webhookExamples: Record<
  string,
  (client: pg.ClientBase, person: ExamplePerson) => Promise<void>
> = {
  webhook_endpoints: async (client, person) => {
    await insertEndpoint(client, person);
  },
  webhook_deliveries: async (client, person) => {
    const endpointId = await insertEndpoint(client, { ...person, userId: 'user_of_an_endpoint' });
    await client.query(
      `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, type, queue, number, body, made, next_at, created_at)
       values ($1, $2, $3, 1, 'call.ended', 'call/1', $4::text, '{"to":"' || $4::text || '"}',
         jsonb_build_object('version', 1, 'attempts', jsonb_build_array(jsonb_build_object('answer', 'heard of ' || $4::text))),
         now(), now())`,
      [person.tenantId, randomUUID(), endpointId, person.number],
    );
  },
};

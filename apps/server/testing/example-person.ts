import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Whose records are made. */
export interface ExamplePerson {
  readonly tenantId: string;
  readonly number: string;
  readonly userId: string;
}

export async function insertCall(
  client: pg.ClientBase,
  { tenantId, number, userId }: ExamplePerson,
  { status = 'completed', direction = 'outbound', instructions = 'Say hello.' } = {},
): Promise<string> {
  const id = randomUUID();
  const ours = '+15005550006';
  const [from, to] = direction === 'outbound' ? [ours, number] : [number, ours];
  await client.query(
    `insert into calls (tenant_id, id, carrier, direction, from_number, to_number, status, engine, instructions,
       placed_by, placed_by_name)
     values ($1, $2, 'lab', $3, $4, $5, $6, 'relay', $7, $8, 'Kit Reed')`,
    [tenantId, id, direction, from, to, status, instructions, userId],
  );
  return id;
}

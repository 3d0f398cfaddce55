import { randomUUIDv7 } from 'node:crypto';
import { type CreateExportBody, exportColumnNames, exportColumns } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

vi.setConfig({ testTimeout: 60_000 });

const tenantId = 'gs-dental';
/** Newest first. */
const [unknown, final, estimated] = Array.from({ length: 3 }, () => randomUUIDv7())
  .sort()
  .reverse();
let desk: OpenDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openDesk();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  await owner.query(
    `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, engine, outcome)
     select $1, id::uuid, 'gs-dental', 'lab', 'outbound', '+15005550006', '+12025550123', 'completed', 'relay', $3
     from unnest($2::text[]) as made (id)`,
    [
      tenantId,
      [unknown, final, estimated],
      JSON.stringify({
        values: [
          { field: 'confirmed', value: true, proof: {} },
          { field: 'day', value: 'Tuesday', proof: {} },
        ],
      }),
    ],
  );
  await owner.query(
    `insert into outcome_corrections (tenant_id, call_id, field_id, value)
     values ($1, $2, 'day', '"Friday"'), ($1, $3, 'confirmed', 'null')`,
    [tenantId, final, estimated],
  );
  await owner.query(
    `insert into call_costs (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_micros, model_state)
     values ($1, $2, '2026-10-13', 'EUR', 14000, 'final', 250, 'none'),
       ($1, $3, '2026-10-13', 'EUR', 14000, 'estimate', 1200345, 'final')`,
    [tenantId, final, estimated],
  );
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

let people = 0;
async function fileOf(changes: Partial<CreateExportBody>): Promise<string> {
  const client = desk.as({ id: `user_columns_${++people}`, role: 'operator' });
  const order = { filters: {}, format: 'csv', columns: [], fields: [], bom: false, ...changes };
  const { status, body } = await client.request('POST', '/api/calls/exports', order);
  expect(status).toBe(200);
  return (await fetch(desk.url + body.link)).text();
}

test('EX3: cost is the sum of carrier and model, with its currency and whether it is final', async () => {
  expect(await fileOf({ columns: ['id', 'cost', 'currency', 'costState'] })).toBe(
    [
      'Call ID,Cost,Currency,Cost Is',
      `${unknown},,,`,
      `${final},0.014250,EUR,final`,
      `${estimated},1.214345,EUR,estimate`,
      '',
    ].join('\r\n'),
  );
});

test('EX4: cost and outcome fields are values in JSON, null where they are not known', async () => {
  const lines = (
    await fileOf({ format: 'jsonl', columns: ['cost', 'costState'], fields: ['confirmed', 'day'] })
  )
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { cost: null, costState: null, outcome: { confirmed: true, day: 'Tuesday' } },
    { cost: 0.01425, costState: 'final', outcome: { confirmed: true, day: 'Friday' } },
    { cost: 1.214345, costState: 'estimate', outcome: { confirmed: null, day: 'Tuesday' } },
  ]);
});

test('EX3: every column can be chosen, outcome fields among them', async () => {
  const file = await fileOf({ columns: [...exportColumnNames], fields: ['confirmed', 'day'] });
  const [heading, ...lines] = file.trimEnd().split('\r\n');
  expect(heading).toMatch(new RegExp(`^${Object.values(exportColumns).join(',').replace(/[()]/g, '.')},`));
  expect(lines.map((line) => line.split(',').slice(-2))).toEqual([
    ['yes', 'Tuesday'],
    ['yes', 'Friday'],
    ['', 'Tuesday'],
  ]);
});

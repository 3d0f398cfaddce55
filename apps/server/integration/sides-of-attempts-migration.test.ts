import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { testSecret } from '../testing/cluster.ts';

const migration = '0064-sides-of-attempts.sql';

test('CP25: attempts from before the migration get the side of their campaign, also where the owner is bound by row-level security', async () => {
  const cluster = inject('cluster');
  const name = `sides_${randomBytes(4).toString('hex')}`;
  const owner = { ...cluster, database: name, user: name, password: 'a password for testing' };
  const admin = new pg.Client(cluster);
  await admin.connect();
  await admin.query(`create role ${name} login createrole password 'a password for testing'`);
  await admin.query(`create database ${name} owner ${name}`);
  const root = new pg.Client({ ...cluster, database: name });
  await root.connect();
  try {
    await root.query(
      `do $$ declare g text; begin
         for g in select rolname from pg_roles where rolname in ('parley_app', 'parley_system', 'parley_identity') loop
           execute format('grant %I to ${name} with admin option', g);
         end loop;
       end $$`,
    );
    await prepareDatabase(owner, testSecret);
    await root.query('delete from schema_migrations where name = $1', [migration]);
    await root.query("insert into tenants (id, name) values ('one', 'One')");
    const attempted = async (ofCampaign: string | null, before: string | null) => {
      const id = randomUUID();
      await root.query(
        `insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy, side)
         values ('one', $1, '', 'survey', 'a', $1, '', '{}', '{}', $2)`,
        [id, ofCampaign],
      );
      await root.query(
        `insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, purpose, started_at, side)
         values ('one', $1, 2, 1, $1, '', 'survey', now(), $2)`,
        [id, before],
      );
      return id;
    };
    const attempts = [
      await attempted('real', null),
      await attempted('sandbox', null),
      await attempted('real', 'sandbox'),
      await attempted(null, null),
    ];
    expect((await prepareDatabase(owner, testSecret)).applied).toEqual([migration]);
    const { rows } = await root.query<{ id: string; side: string | null }>(
      'select campaign_id as id, side from recipient_attempts',
    );
    const sides = new Map(rows.map(({ id, side }) => [id, side]));
    expect(attempts.map((id) => sides.get(id))).toEqual(['real', 'sandbox', 'sandbox', null]);
    const policies = await root.query("select from pg_policies where policyname = 'while_migrating'");
    expect(policies.rowCount).toBe(0);
  } finally {
    await root.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop owned by ${name}`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});

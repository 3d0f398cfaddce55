import { emptyAgentConfig } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardStatements } from '../src/adapters/postgres/agents/agent-cards.ts';
import { createAgentEditor } from '../src/adapters/postgres/agents/agent-editor.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import type { AgentEditor } from '../src/ports/agent-editor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let testDatabase: TestDatabase;
let database: Database;
let editor: AgentEditor;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  editor = createAgentEditor(database);
  await database.asSystem((tx) => tx.execute(sql`insert into tenants (id, name) values ('one', 'One')`));
});
afterAll(() => testDatabase.drop());

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

function scansIn(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scansIn);
  return node['Relation Name'] === undefined ? below : [node, ...below];
}

test('AG14: whoever types for half an hour without a pause has an entry every ten minutes', async () => {
  const [id, config] = ['typed', emptyAgentConfig('Typed')];
  const kit = { userId: 'user_kit', displayName: null };
  const ann = { userId: 'user_ann', displayName: null };
  await editor.create('one', { id, config, request: null }, kit);
  const before = Date.now();
  let revision = 1;
  const save = async (minute: number, actor = kit) => {
    const change = { revision, config };
    const at = new Date(before + minute * 60_000);
    const saved = await editor.saveDraft('one', id, change, actor, at);
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    revision = saved.draft.revision;
  };
  for (let minute = 0; minute < 30; minute += 1) await save(minute);
  await save(30, ann);
  await save(31, ann);
  await save(31);
  const { rows } = await database.asSystem((tx) =>
    tx.execute(
      sql`select actor from audit_log where subject = ${id} and action = 'agent.edited' order by id`,
    ),
  );
  expect(rows.map(({ actor }) => actor)).toEqual([
    ...['user_kit', 'user_kit', 'user_kit', 'user_ann', 'user_kit'],
  ]);
});

test('AG9: of 500 agents with 50 versions each the list reads every agent once, and no version', async () => {
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  try {
    await owner.query("insert into tenants (id, name) values ('many', 'Many')");
    await owner.query(`
      insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
      select 'many', 'agent-' || n, 'Agent ' || n, '', 'Hello.', '' from generate_series(1, 500) n`);
    await owner.query(`
      insert into agent_versions (tenant_id, agent_id, version, config)
      select tenant_id, agent_id, n, config from agent_versions, generate_series(2, 50) n
      where tenant_id = 'many' and version = 1`);
    await owner.query('analyze agents, agent_versions');
  } finally {
    await owner.end();
  }
  const account = { name: 'lab', account: 'AC1' };
  const statements = cardStatements([account], new Date(Date.now() - 7 * 86_400_000));
  const plans = await database.readForTenant(
    'many',
    statements.map(({ text, values }) => ({ text: `explain (analyze, format json) ${text}`, values })),
  );
  const scans = plans.flatMap(([row = []]) => scansIn((row[0] as [{ Plan: PlanNode }])[0].Plan));
  expect([...new Set(scans.map((scan) => scan['Relation Name']))].sort()).toEqual([
    ...['agents', 'calls', 'phone_numbers', 'tries'],
  ]);
  const ofAgents = scans.filter((scan) => scan['Relation Name'] === 'agents');
  expect(ofAgents.map((scan) => scan['Actual Rows'] * scan['Actual Loops'])).toEqual([500]);
});

test('OC2: outcome fields stay where somebody saves or publishes who does not know them', async () => {
  const [id, config] = ['asks', emptyAgentConfig('Asks')];
  const kit = { userId: 'user_kit', displayName: null };
  const at = new Date();
  const fields = [
    { id: 'a', label: 'Confirmed', type: 'yes_no' as const, description: '', choices: [], required: true },
  ];
  config.identity.persona = 'You call.';
  await editor.create('one', { id, config, request: null }, kit);
  let revision = 1;
  const save = async (wanted: typeof config, restored?: number) => {
    const saved = await editor.saveDraft(
      ...(['one', id, { revision, config: wanted, ...(restored && { restored }) }, kit, at] as const),
    );
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    revision = saved.draft.revision;
    return saved.draft.config.outcomes;
  };
  const publish = () => editor.publish('one', id, { revision, note: '' }, kit, at);
  const differs = async () => {
    const [card] = await editor.cards('one', [], at).then((cards) => cards.filter((each) => each.id === id));
    return card?.changed;
  };
  await publish();
  // An empty list is the same as none.
  expect(await save({ ...config, outcomes: { fields: [] } })).toEqual({ fields: [] });
  expect(await differs()).toBe(false);
  expect(await save({ ...config, outcomes: { fields } })).toEqual({ fields });
  expect(await differs()).toBe(true);
  // A tab of the release before.
  expect(await save(config)).toEqual({ fields });
  // A server of the release before saves and publishes.
  const old = emptyAgentConfig('Asks again');
  await database.forTenant('one', async (tx) => {
    await tx.execute(sql`update agents set draft = ${JSON.stringify(old)}::jsonb where id = ${id}`);
    await tx.execute(sql`
      insert into agent_versions (tenant_id, agent_id, version, config)
      values ('one', ${id}, 2, ${JSON.stringify(old)}::jsonb)`);
    await tx.execute(sql`update agents set published_version = 2 where id = ${id}`);
  });
  const now = await editor.get('one', id);
  expect(now?.draft.config).toEqual({ ...old, outcomes: { fields } });
  expect(now?.published?.config).toEqual({ ...old, outcomes: { fields } });
  // A version that had none is restored without.
  expect(await save(config, 1)).toEqual({ fields: [] });
});

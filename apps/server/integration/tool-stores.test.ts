import { randomUUID } from 'node:crypto';
import {
  emptyConduct,
  emptyHttpTool,
  type HttpToolConfig,
  permissionsOf,
  type ToolRef,
  toolLimits,
} from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createToolStore } from '../src/adapters/postgres/tools/http-tools.ts';
import { createMcpServerStore } from '../src/adapters/postgres/tools/mcp-servers.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { McpServerStore, ToolStore } from '../src/ports/tool-store.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let test_: TestDatabase;
let database: Database;
let tools: ToolStore;
let servers: McpServerStore;
let one: Caller;
let two: Caller;
const at = new Date('2026-11-17T10:00:00.000Z');

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  tools = createToolStore(database);
  servers = createMcpServerStore(database);
});
afterAll(() => test_.drop());
beforeEach(async () => {
  one = callerOf(await tenant());
  two = callerOf(await tenant());
});

async function tenant(): Promise<string> {
  const { tenantId } = await createTenant(database);
  return tenantId;
}

const callerOf = (tenantId: string): Caller => ({
  ...{ userId: 'user-1', tenantId, permissions: permissionsOf.admin, displayName: 'Front Desk', email: null },
  expiresAt: new Date(Date.now() + 60_000),
});

const configOf = (name: string, change: Partial<HttpToolConfig> = {}): HttpToolConfig => ({
  ...emptyHttpTool(name),
  ...{ purpose: 'Finds free times.', address: 'https://calendar.example.com/free' },
  ...change,
});

async function added(caller: Caller, name: string): Promise<string> {
  const result = await tools.create(caller, configOf(name), null, at);
  if (result.kind !== 'created') throw new Error(result.kind);
  return result.tool.id;
}

/** An agent whose draft, or published version, uses these tools. */
async function agentUsing(
  { tenantId }: Caller,
  { draft = [], published = [] }: { draft?: ToolRef[]; published?: ToolRef[] },
): Promise<string> {
  const id = `agent-${randomUUID()}`;
  const config = (use: ToolRef[]) => JSON.stringify({ tools: { use, texts: [] } });
  await database.forTenant(tenantId, async (tx) => {
    await tx.execute(sql`
      insert into agents (tenant_id, id, display_name, persona, greeting, abilities, draft)
      values (${tenantId}, ${id}, 'Reception', '', '', '', ${config(draft)}::jsonb)`);
    await tx.execute(sql`
      insert into agent_versions (tenant_id, agent_id, version, config)
      values (${tenantId}, ${id}, 1, ${config(published)}::jsonb)`);
    await tx.execute(sql`
      update agents set published_version = 1 where tenant_id = ${tenantId} and id = ${id}`);
  });
  return id;
}

const actionsOf = async ({ tenantId }: Caller, subject: string) => {
  const { rows } = await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`select action, actor from audit_log where subject = ${subject} order by id`),
  );
  return rows.map(({ action }) => action);
};

describe('HTTP tools', () => {
  test('are added, listed by name, changed and removed, each with an entry in the audit log', async () => {
    const id = await added(one, 'find_times');
    await added(one, 'book_time');
    expect((await tools.list(one.tenantId)).map(({ config }) => config.name)).toEqual([
      'book_time',
      'find_times',
    ]);
    const changed = await tools.save(one, id, 1, configOf('look_up_times', { method: 'POST' }), at);
    expect(changed).toMatchObject({
      kind: 'saved',
      tool: { id, revision: 2, changedBy: { displayName: 'Front Desk' }, config: { method: 'POST' } },
    });
    expect(await tools.get(one.tenantId, id)).toMatchObject({ config: { name: 'look_up_times' } });
    expect(await tools.remove(one, id, 2)).toEqual({ kind: 'removed' });
    expect(await tools.get(one.tenantId, id)).toBeNull();
    expect(await tools.remove(one, id, 2)).toEqual({ kind: 'missing' });
    expect(await actionsOf(one, id)).toEqual(['tool.created', 'tool.changed', 'tool.deleted']);
  });

  test('of one name there is one, also of many who add it at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => tools.create(one, configOf('book_time'), null, at)),
    );
    expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'name_taken')).toHaveLength(7);
    const id = await added(one, 'find_times');
    expect(await tools.save(one, id, 1, configOf('book_time'), at)).toEqual({ kind: 'name_taken' });
    // Another organization has its own names.
    expect((await tools.create(two, configOf('book_time'), null, at)).kind).toBe('created');
  });

  test('of a repeated request there is one', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => tools.create(one, configOf('book_time'), 'key-1', at)),
    );
    const ids = results.map((result) => result.kind === 'created' && result.tool.id);
    expect(new Set(ids).size).toBe(1);
    expect(await tools.list(one.tenantId)).toHaveLength(1);
    // The key of somebody else is another one.
    const other = { ...one, userId: 'user-2' };
    expect(await tools.create(other, configOf('book_time'), 'key-1', at)).toEqual({ kind: 'name_taken' });
  });

  test('are changed by one of two who looked at the same', async () => {
    const id = await added(one, 'find_times');
    const results = await Promise.all(
      ['a', 'b', 'c'].map((purpose) => tools.save(one, id, 1, configOf('find_times', { purpose }), at)),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'changed', 'saved']);
    expect(await tools.remove(one, id, 1)).toEqual({ kind: 'changed' });
  });

  test('are at most a hundred, counted while many are added', async () => {
    for (let n = 0; n < toolLimits.toolsMax - 1; n += 1) await added(one, `tool_${n}`);
    const last = await Promise.all(['x', 'y'].map((name) => tools.create(one, configOf(name), null, at)));
    expect(last.map(({ kind }) => kind).toSorted()).toEqual(['created', 'too_many']);
  });

  test.each(['draft', 'published'] as const)(
    'that an agent uses in its %s are not removed',
    async (where) => {
      const id = await added(one, 'find_times');
      const agent = await agentUsing(one, { [where]: [{ id, name: 'find_times' }] });
      const agents = [{ id: agent, displayName: 'Reception' }];
      expect(await tools.remove(one, id, 1)).toEqual({ kind: 'in_use', agents });
      expect(await tools.get(one.tenantId, id)).toMatchObject({ agents });
      expect(await tools.list(one.tenantId)).toMatchObject([{ agents }]);
      await database.forTenant(one.tenantId, (tx) =>
        tx.execute(sql`update agents set archived_at = now() where id = ${agent}`),
      );
      expect(await tools.remove(one, id, 1)).toEqual({ kind: 'removed' });
    },
  );

  test('of another organization do not exist', async () => {
    const id = await added(one, 'find_times');
    expect(await tools.list(two.tenantId)).toEqual([]);
    expect(await tools.get(two.tenantId, id)).toBeNull();
    expect(await tools.configs(two.tenantId, [id])).toEqual(new Map());
    expect(await tools.save(two, id, 1, configOf('mine'), at)).toEqual({ kind: 'missing' });
    expect(await tools.remove(two, id, 1)).toEqual({ kind: 'missing' });
    expect((await tools.get(one.tenantId, id))?.revision).toBe(1);
  });

  test('are read together for a call, without those that are gone', async () => {
    const id = await added(one, 'find_times');
    const found = await tools.configs(one.tenantId, [id, randomUUID(), 'no-id']);
    expect([...found].map(([key, { name }]) => [key, name])).toEqual([[id, 'find_times']]);
    expect(await tools.get(one.tenantId, 'no-id')).toBeNull();
  });
});

describe('MCP servers', () => {
  const config = {
    schema: 1 as const,
    headers: [],
    tools: [
      {
        ...{ name: 'find_order', description: 'Finds an order.', inputSchema: { type: 'object' }, hash: 'a' },
        ...{ allowed: false, state: 'new' as const, offered: null, ...emptyConduct() },
      },
    ],
  };
  const orders = { name: 'Orders', address: 'https://orders.example.com/mcp', config };

  async function addedServer(caller: Caller): Promise<string> {
    const result = await servers.create(caller, orders, null, at);
    if (result.kind !== 'created') throw new Error(result.kind);
    return result.server.id;
  }

  test('are added, listed anew, changed and removed', async () => {
    const id = await addedServer(one);
    expect(await servers.list(one.tenantId)).toMatchObject([{ id, ...orders, revision: 1, listedAt: at }]);
    const later = new Date(at.getTime() + 60_000);
    const failed = { config, problem: 'The server did not answer.' };
    expect(await servers.listed(one, id, 1, failed, later)).toMatchObject({
      kind: 'saved',
      server: { revision: 2, listedAt: at, problem: failed.problem },
    });
    expect(await servers.listed(one, id, 1, failed, later)).toEqual({ kind: 'changed' });
    expect(await servers.listed(one, id, 2, { config, problem: null }, later)).toMatchObject({
      server: { revision: 3, listedAt: later, problem: null },
    });
    const allowed = { ...config, tools: config.tools.map((tool) => ({ ...tool, allowed: true })) };
    expect(await servers.save(one, id, 3, { ...orders, config: allowed }, later)).toMatchObject({
      server: { revision: 4, config: allowed },
    });
    expect(await servers.many(one.tenantId, [id, 'no-id'])).toEqual(
      new Map([[id, { ...orders, config: allowed }]]),
    );
    expect(await servers.remove(one, id, 4)).toEqual({ kind: 'removed' });
    expect(await actionsOf(one, id)).toEqual([
      'mcp-server.created',
      ...Array(3).fill('mcp-server.changed'),
      'mcp-server.deleted',
    ]);
  });

  test('with a tool that an agent uses are not removed', async () => {
    const id = await addedServer(one);
    await agentUsing(one, { draft: [{ server: id, name: 'find_order' }] });
    expect(await servers.remove(one, id, 1)).toMatchObject({ kind: 'in_use' });
  });

  test('of another organization do not exist', async () => {
    const id = await addedServer(one);
    expect(await servers.get(two.tenantId, id)).toBeNull();
    expect(await servers.many(two.tenantId, [id])).toEqual(new Map());
    expect(await servers.save(two, id, 1, orders, at)).toEqual({ kind: 'missing' });
    expect(await servers.remove(two, id, 1)).toEqual({ kind: 'missing' });
  });

  test('are at most twenty, and one of a repeated request', async () => {
    const [first, second] = await Promise.all(
      ['key', 'key'].map((key) => servers.create(one, orders, key, at)),
    );
    expect(first).toEqual(second);
    for (let n = 1; n < toolLimits.mcpServersMax; n += 1) await addedServer(one);
    expect(await servers.create(one, orders, null, at)).toEqual({ kind: 'too_many' });
    expect((await servers.create(one, orders, 'key', at)).kind).toBe('created');
  });
});

test('a server of the release before leaves the kinds of transfers as they are', async () => {
  const target = (name: string, kind?: string) => ({ name, number: '+12025550100', ...(kind && { kind }) });
  const configOf = (transfers: object[], tools?: object) =>
    JSON.stringify({ schema: 1, conversation: { transfers }, ...(tools && { tools }) });
  const none = { use: [], texts: [] };
  const agent = await agentUsing(one, {});
  const stored = await database.forTenant(one.tenantId, async (tx) => {
    const known = configOf([target('Anna', 'warm'), target('Ben', 'cold'), target('Cleo')], none);
    await tx.execute(sql`update agents set draft = ${known}::jsonb where id = ${agent}`);
    // It moves one, renames another and adds a third; all without kinds.
    const saved = configOf([target('Ben'), target('Anna'), target('Cleo Reed'), target('Dana')]);
    await tx.execute(sql`update agents set draft = ${saved}::jsonb where id = ${agent}`);
    await tx.execute(sql`
      insert into agent_versions (tenant_id, agent_id, version, config)
      values (${one.tenantId}, ${agent}, 2, ${configOf([target('Anna')])}::jsonb)`);
    // This release says it in so many words.
    const { rows } = await tx.execute(sql`
      select draft, config from agents join agent_versions on agent_id = agents.id and version = 2
      where agents.id = ${agent}`);
    const changed = configOf([target('Anna'), target('Ben', 'warm')], none);
    await tx.execute(sql`update agents set draft = ${changed}::jsonb where id = ${agent}`);
    const { rows: after } = await tx.execute(sql`select draft from agents where id = ${agent}`);
    return [...rows, ...after];
  });
  const kept = [target('Ben', 'cold'), target('Anna', 'warm'), target('Cleo Reed'), target('Dana')];
  expect(stored).toEqual([
    {
      draft: { schema: 1, conversation: { transfers: kept }, tools: none },
      config: { schema: 1, conversation: { transfers: [target('Anna', 'warm')] }, tools: none },
    },
    {
      draft: {
        ...{ schema: 1, tools: none },
        conversation: { transfers: [target('Anna'), target('Ben', 'warm')] },
      },
    },
  ]);
});

test('a server of the release before leaves the tools of an agent as they are', async () => {
  const ref = { id: randomUUID() };
  const agent = await agentUsing(one, { draft: [ref] });
  const tools = { use: [ref], texts: [] };
  await database.forTenant(one.tenantId, async (tx) => {
    await tx.execute(sql`update agents set draft = '{"schema": 1}' where id = ${agent}`);
    await tx.execute(sql`
      insert into agent_versions (tenant_id, agent_id, version, config)
      values (${one.tenantId}, ${agent}, 2, '{"schema": 1}')`);
    const { rows } = await tx.execute(sql`
      select draft, config from agents join agent_versions on agent_id = agents.id and version = 2
      where agents.id = ${agent}`);
    expect(rows).toEqual([{ draft: { schema: 1, tools }, config: { schema: 1, tools } }]);
  });
});

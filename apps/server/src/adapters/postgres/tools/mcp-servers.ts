import { randomUUIDv7 } from 'node:crypto';
import { toolLimits } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type {
  CreateMcpServerResult,
  McpServerPlace,
  McpServerStore,
  NamedAgent,
  SaveMcpServerResult,
  StoredMcpServer,
} from '../../../ports/tool-store.ts';
import { audit } from '../agents/agent-changes.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, inArray } from '../drizzle.ts';
import { mcpServers } from '../tool-schema.ts';
import { isUuid } from '../uuid.ts';
import { changedBy, lockRevision, removeRevised, rowOf } from './revised-rows.ts';
import { creationKeyOf, lockNewTool, toolUsers } from './tool-users.ts';

export function createMcpServerStore(database: Database): McpServerStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const rows = await tx
          .select()
          .from(mcpServers)
          .where(eq(mcpServers.tenantId, tenantId))
          .orderBy(asc(mcpServers.name), asc(mcpServers.id));
        if (rows.length === 0) return [];
        const users = await toolUsers(tx, tenantId);
        return rows.map((row) => storedServer(row, users(row.id)));
      }),
    get: (tenantId, id) => database.forTenant(tenantId, (tx) => readServer(tx, tenantId, id)),
    many: (tenantId, ids) => database.forTenant(tenantId, (tx) => readMany(tx, tenantId, ids)),
    create: (caller, server, key, at) =>
      database.forTenant(caller.tenantId, (tx) => create(tx, caller, server, key, at)),
    save: (caller, id, revision, { name, address, config }, at) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const set = { name, address, config, ...changedBy(caller, at) };
        const result = await change(tx, caller.tenantId, id, revision, set);
        if (result.kind === 'saved')
          await audit(tx, caller.tenantId, caller, 'mcp-server.changed', id, { revision: revision + 1 });
        return result;
      }),
    listed: (caller, id, revision, { config, problem }, at) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const set = { config, problem, ...(problem === null && { listedAt: at }) };
        const result = await change(tx, caller.tenantId, id, revision, set);
        if (result.kind === 'saved')
          await audit(tx, caller.tenantId, caller, 'mcp-server.changed', id, { revision: revision + 1 });
        return result;
      }),
    remove: (caller, id, revision) =>
      database.forTenant(caller.tenantId, (tx) =>
        removeRevised(tx, mcpServers, caller, { id, revision, action: 'mcp-server.deleted' }),
      ),
  };
}

type ServerRow = typeof mcpServers.$inferSelect;

async function readServer(tx: Transaction, tenantId: string, id: string): Promise<StoredMcpServer | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select()
    .from(mcpServers)
    .where(rowOf(mcpServers, tenantId, id));
  return row ? storedServer(row, (await toolUsers(tx, tenantId))(row.id)) : null;
}

async function readMany(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, McpServerPlace>> {
  const wanted = ids.filter(isUuid);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(mcpServers)
    .where(and(eq(mcpServers.tenantId, tenantId), inArray(mcpServers.id, wanted)));
  return new Map(rows.map(({ id, name, address, config }) => [id, { name, address, config }]));
}

async function create(
  tx: Transaction,
  caller: Caller,
  { name, address, config }: McpServerPlace,
  key: string | null,
  at: Date,
): Promise<CreateMcpServerResult> {
  const { tenantId } = caller;
  await lockNewTool(tx, tenantId);
  const creationKey = creationKeyOf(caller, key);
  const there = await tx
    .select({ id: mcpServers.id, creationKey: mcpServers.creationKey })
    .from(mcpServers)
    .where(eq(mcpServers.tenantId, tenantId));
  const made = creationKey === null ? undefined : there.find((row) => row.creationKey === creationKey);
  if (!made && there.length >= toolLimits.mcpServersMax) return { kind: 'too_many' };
  const id = made?.id ?? randomUUIDv7();
  if (!made) {
    await tx.insert(mcpServers).values({
      ...{ tenantId, id, name, address, config, creationKey, listedAt: at, createdAt: at },
      ...changedBy(caller, at),
    });
    await audit(tx, tenantId, caller, 'mcp-server.created', id);
  }
  const server = await readServer(tx, tenantId, id);
  if (!server) throw new Error('The MCP server is gone that was just made.');
  return { kind: 'created', server };
}

async function change(
  tx: Transaction,
  tenantId: string,
  id: string,
  revision: number,
  set: Partial<ServerRow>,
): Promise<SaveMcpServerResult> {
  const stored = await lockRevision(tx, mcpServers, tenantId, id);
  if (stored === undefined) return { kind: 'missing' };
  if (stored !== revision) return { kind: 'changed' };
  await tx
    .update(mcpServers)
    .set({ ...set, revision: revision + 1 })
    .where(rowOf(mcpServers, tenantId, id));
  const server = await readServer(tx, tenantId, id);
  return server ? { kind: 'saved', server } : { kind: 'missing' };
}

function storedServer(row: ServerRow, agents: readonly NamedAgent[]): StoredMcpServer {
  const { id, name, address, config, revision, changedAt, listedAt, problem } = row;
  return { id, name, address, config, revision, changedAt, listedAt, problem, agents };
}

import { randomUUIDv7 } from 'node:crypto';
import { type HttpToolConfig, toolLimits } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type {
  CreateToolResult,
  NamedAgent,
  SaveToolResult,
  StoredTool,
  ToolStore,
} from '../../../ports/tool-store.ts';
import { audit } from '../agents/agent-changes.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, inArray, ne } from '../drizzle.ts';
import { tools } from '../tool-schema.ts';
import { isUuid } from '../uuid.ts';
import { changedBy, lockRevision, removeRevised, rowOf } from './revised-rows.ts';
import { creationKeyOf, lockNewTool, toolUsers } from './tool-users.ts';

export function createToolStore(database: Database): ToolStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const rows = await tx
          .select()
          .from(tools)
          .where(eq(tools.tenantId, tenantId))
          .orderBy(asc(tools.name));
        if (rows.length === 0) return [];
        const users = await toolUsers(tx, tenantId);
        return rows.map((row) => storedTool(row, users(row.id)));
      }),
    get: (tenantId, id) => database.forTenant(tenantId, (tx) => readTool(tx, tenantId, id)),
    configs: (tenantId, ids) => database.forTenant(tenantId, (tx) => readConfigs(tx, tenantId, ids)),
    create: (caller, config, key, at) =>
      database.forTenant(caller.tenantId, (tx) => create(tx, caller, config, key, at)),
    save: (caller, id, revision, config, at) =>
      database.forTenant(caller.tenantId, (tx) => save(tx, caller, id, { revision, config, at })),
    remove: (caller, id, revision) =>
      database.forTenant(caller.tenantId, (tx) =>
        removeRevised(tx, tools, caller, { id, revision, action: 'tool.deleted' }),
      ),
  };
}

type ToolRow = typeof tools.$inferSelect;

async function readTool(tx: Transaction, tenantId: string, id: string): Promise<StoredTool | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select()
    .from(tools)
    .where(rowOf(tools, tenantId, id));
  return row ? storedTool(row, (await toolUsers(tx, tenantId))(row.id)) : null;
}

async function readConfigs(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, HttpToolConfig>> {
  const wanted = ids.filter(isUuid);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: tools.id, config: tools.config })
    .from(tools)
    .where(and(eq(tools.tenantId, tenantId), inArray(tools.id, wanted)));
  return new Map(rows.map(({ id, config }) => [id, config]));
}

async function create(
  tx: Transaction,
  caller: Caller,
  config: HttpToolConfig,
  key: string | null,
  at: Date,
): Promise<CreateToolResult> {
  const { tenantId } = caller;
  await lockNewTool(tx, tenantId);
  const creationKey = creationKeyOf(caller, key);
  const there = await tx
    .select({ id: tools.id, name: tools.name, creationKey: tools.creationKey })
    .from(tools)
    .where(eq(tools.tenantId, tenantId));
  const made = creationKey === null ? undefined : there.find((row) => row.creationKey === creationKey);
  if (made) return created(await readTool(tx, tenantId, made.id));
  if (there.some(({ name }) => name === config.name)) return { kind: 'name_taken' };
  if (there.length >= toolLimits.toolsMax) return { kind: 'too_many' };
  const id = randomUUIDv7();
  await tx.insert(tools).values({
    ...{ tenantId, id, name: config.name, config, creationKey, createdAt: at },
    ...changedBy(caller, at),
  });
  await audit(tx, tenantId, caller, 'tool.created', id);
  return created(await readTool(tx, tenantId, id));
}

async function save(
  tx: Transaction,
  caller: Caller,
  id: string,
  { revision, config, at }: { revision: number; config: HttpToolConfig; at: Date },
): Promise<SaveToolResult> {
  const { tenantId } = caller;
  // The name is looked for among the others, which must not be added meanwhile.
  await lockNewTool(tx, tenantId);
  const stored = await lockRevision(tx, tools, tenantId, id);
  if (stored === undefined) return { kind: 'missing' };
  if (stored !== revision) return { kind: 'changed' };
  const [other] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.tenantId, tenantId), eq(tools.name, config.name), ne(tools.id, id)));
  if (other) return { kind: 'name_taken' };
  await tx
    .update(tools)
    .set({ name: config.name, config, revision: revision + 1, ...changedBy(caller, at) })
    .where(rowOf(tools, tenantId, id));
  await audit(tx, tenantId, caller, 'tool.changed', id, { revision: revision + 1 });
  const tool = await readTool(tx, tenantId, id);
  return tool ? { kind: 'saved', tool } : { kind: 'missing' };
}

function created(tool: StoredTool | null): CreateToolResult {
  if (!tool) throw new Error('The tool is gone that was just made.');
  return { kind: 'created', tool };
}

function storedTool(row: ToolRow, agents: readonly NamedAgent[]): StoredTool {
  const { id, config, revision, createdAt, changedAt, changedByName } = row;
  return {
    ...{ id, config, revision, createdAt, changedAt, agents },
    changedBy: changedByName === null ? null : { displayName: changedByName },
  };
}

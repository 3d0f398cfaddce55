import type { AuditChange, Template } from '@parley/contract';
import type { Caller } from '../../ports/caller.ts';
import type { TemplateStore } from '../../ports/template-store.ts';
import { appendAudit } from './audit/append.ts';
import type { Database, Transaction } from './database.ts';
import { and, asc, eq, isNull } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { agents, templates } from './schema.ts';
import { isUuid } from './uuid.ts';

export function createTemplateStore(database: Database): TemplateStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const known = await tx
          .select({ id: agents.id })
          .from(agents)
          .where(isNull(agents.archivedAt))
          .orderBy(asc(agents.id));
        const rows = await tx.select().from(templates).orderBy(asc(templates.createdAt), asc(templates.id));
        const byAgent: Record<string, Template[]> = Object.fromEntries(known.map(({ id }) => [id, []]));
        for (const row of rows) byAgent[row.agentId]?.push(present(row));
        return byAgent;
      }),

    create: (caller, id, template) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const [agent] = await tx
          .select({ id: agents.id })
          .from(agents)
          .where(eq(agents.id, template.agentId));
        if (!agent) return null;
        const [row] = await tx
          .insert(templates)
          .values({
            ...template,
            id,
            tenantId: caller.tenantId,
            createdBy: caller.userId,
            createdByName: caller.displayName,
          })
          .returning();
        if (row) await record(tx, caller, 'template.created', id);
        return row ? present(row) : null;
      }),

    update: (caller, id, template) =>
      database.forTenant(caller.tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const [row] = await tx
          .update(templates)
          .set({ ...template, updatedAt: new Date() })
          .where(and(eq(templates.tenantId, caller.tenantId), eq(templates.id, id)))
          .returning();
        if (row) await record(tx, caller, 'template.changed', id);
        return row ? present(row) : null;
      }),

    remove: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        if (!isUuid(id)) return false;
        const removed = await tx
          .delete(templates)
          .where(and(eq(templates.tenantId, caller.tenantId), eq(templates.id, id)))
          .returning({ id: templates.id });
        if (removed.length > 0) await record(tx, caller, 'template.deleted', id);
        return removed.length > 0;
      }),
  };
}

async function record(tx: Transaction, caller: Caller, action: AuditChange, subject: string): Promise<void> {
  const { tenantId, userId: actor } = caller;
  await appendAudit(tx, { tenantId, actor, action, subject });
  await notify(tx, { tenantId, kind: 'listed', list: 'templates' });
}

function present(row: typeof templates.$inferSelect): Template {
  return {
    _id: row.id,
    name: row.name,
    prompt: row.prompt,
    agentId: row.agentId,
    placeholders: row.placeholders,
    outcomeFields: row.outcomeFields,
    createdBy: row.createdByName === null ? null : { displayName: row.createdByName },
  };
}

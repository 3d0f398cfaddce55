import { randomUUIDv7 } from 'node:crypto';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { Database } from './database.ts';
import { and, asc, eq, isNotNull, not } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { agents, templates, tenants } from './schema.ts';

export function createAgentStore(database: Database): AgentStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) => tx.select().from(agents).orderBy(asc(agents.displayName))),

    get: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const [row] = await tx.select().from(agents).where(eq(agents.id, id));
        return row ?? null;
      }),

    forCall: async ({ tenantId, agentId }) => {
      if (agentId === null) return null;
      const [row] = await database.asSystem((tx) =>
        tx
          .select()
          .from(agents)
          .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId))),
      );
      return row ?? null;
    },

    byNumber: (number) =>
      database.asSystem(async (tx) => {
        const [row] = await tx.select().from(agents).where(eq(agents.phoneNumber, number));
        return row ?? null;
      }),

    numbers: () =>
      database.asSystem(async (tx) => {
        const rows = await tx
          .select({ number: agents.phoneNumber })
          .from(agents)
          .where(isNotNull(agents.phoneNumber))
          .orderBy(asc(agents.phoneNumber));
        return rows.flatMap(({ number }) => number ?? []);
      }),

    createTenant: (tenant, starters) =>
      database.forTenant(tenant.id, async (tx) => {
        // A concurrent insert waits here until the first transaction ends, and then does nothing.
        const [made] = await tx.insert(tenants).values(tenant).onConflictDoNothing().returning();
        if (!made) return false;
        for (const { templates: prompts, ...agent } of starters) {
          await tx.insert(agents).values({ tenantId: tenant.id, ...agent });
          for (const template of prompts) {
            const id = randomUUIDv7();
            await tx.insert(templates).values({ tenantId: tenant.id, id, agentId: agent.id, ...template });
          }
        }
        return true;
      }),

    assignNumber: (tenantId, agentId, number) =>
      database.asSystem(async (tx) => {
        const self = and(eq(agents.tenantId, tenantId), eq(agents.id, agentId));
        if (number !== null && self) {
          const losing = await tx
            .update(agents)
            .set({ phoneNumber: null })
            .where(and(eq(agents.phoneNumber, number), not(self)))
            .returning({ tenantId: agents.tenantId });
          for (const loser of losing) await notify(tx, { ...loser, kind: 'listed', list: 'agents' });
        }
        await tx.update(agents).set({ phoneNumber: number }).where(self);
        await notify(tx, { tenantId, kind: 'listed', list: 'agents' });
      }),
  };
}

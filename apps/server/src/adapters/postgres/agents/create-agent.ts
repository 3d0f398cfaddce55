import type { AgentConfig } from '@parley/contract';
import type { Actor } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { agents } from '../schema.ts';
import { audit, notifyAgent } from './agent-changes.ts';
import { columnsOf } from './agent-columns.ts';

/** Of one tenant, archived ones included. */
const agentsMax = 1_000;

/** Adds an agent with a draft and no version. Null: there are too many. */
export async function createAgent(
  tx: Transaction,
  tenantId: string,
  wantedId: string,
  config: AgentConfig,
  actor: Actor,
): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley new agent'), hashtext(${tenantId}))`);
  const taken = new Set((await tx.select({ id: agents.id }).from(agents)).map(({ id }) => id));
  if (taken.size >= agentsMax) return null;
  const id = freeId(wantedId, taken);
  const by = { draftSavedAt: sql`now()`, draftSavedBy: actor.userId, draftSavedByName: actor.displayName };
  await tx
    .insert(agents)
    .values({ tenantId, id, ...columnsOf(id, config), draft: config, draftDiffers: true, ...by });
  await audit(tx, tenantId, actor, 'agent.created', id);
  await notifyAgent(tx, tenantId, id);
  return id;
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

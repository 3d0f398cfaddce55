import { createHash } from 'node:crypto';
import type { CreateResult, WantedAgent } from '../../../ports/agent-editor.ts';
import type { Actor } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { and, eq, sql } from '../drizzle.ts';
import { agents } from '../schema.ts';
import { audit, notifyAgent } from './agent-changes.ts';
import { columnsOf } from './agent-columns.ts';
import { withMarkedKinds } from './earlier-fields.ts';

/** Of one tenant, archived ones included. */
const agentsMax = 1_000;

/** Adds an agent with a draft and no version. A repeated request finds the agent that the first one has made. */
export async function createAgent(
  tx: Transaction,
  tenantId: string,
  { id: wantedId, config, request }: WantedAgent,
  actor: Actor,
): Promise<CreateResult> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley new agent'), hashtext(${tenantId}))`);
  const key = request && digestOf(`${actor.userId} ${request.key}`);
  const fingerprint = request && digestOf(request.content);
  if (key !== null) {
    const [made] = await tx
      .select({ id: agents.id, fingerprint: agents.creationFingerprint })
      .from(agents)
      .where(and(eq(agents.tenantId, tenantId), eq(agents.creationKey, key)));
    if (made)
      return made.fingerprint === fingerprint ? { kind: 'made', id: made.id } : { kind: 'key_reused' };
  }
  const taken = new Set((await tx.select({ id: agents.id }).from(agents)).map(({ id }) => id));
  if (taken.size >= agentsMax) return { kind: 'too_many' };
  const id = freeId(wantedId, taken);
  await tx.insert(agents).values({
    ...{ tenantId, id, ...columnsOf(id, config, null), draft: withMarkedKinds(config), draftDiffers: true },
    ...{ draftSavedAt: sql`now()`, draftSavedBy: actor.userId, draftSavedByName: actor.displayName },
    ...{ creationKey: key, creationFingerprint: fingerprint },
  });
  await audit(tx, tenantId, actor, 'agent.created', id);
  await notifyAgent(tx, tenantId, id);
  return { kind: 'made', id };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

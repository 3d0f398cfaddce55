import { createHash } from 'node:crypto';
import type { Caller } from '../../../ports/caller.ts';
import type { NamedAgent } from '../../../ports/tool-store.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** The agents that use a tool, by what they refer to it with: its id, or that of its MCP server. */
export type ToolUsers = (id: string) => readonly NamedAgent[];

/** In their draft or their published version. Archived agents take no calls. */
export async function toolUsers(tx: Transaction, tenantId: string): Promise<ToolUsers> {
  const { rows } = await tx.execute<{ tool: string; id: string; displayName: string }>(sql`
    select distinct coalesce(ref ->> 'id', ref ->> 'server') as tool, agents.id, agents.display_name as "displayName"
    from agents
    left join agent_versions published on published.tenant_id = agents.tenant_id
      and published.agent_id = agents.id and published.version = agents.published_version,
    lateral (
      select jsonb_array_elements(agents.draft #> '{tools,use}')
      union all select jsonb_array_elements(published.config #> '{tools,use}')
    ) as refs (ref)
    where agents.tenant_id = ${tenantId} and agents.archived_at is null
    order by "displayName", agents.id`);
  const users = new Map<string, NamedAgent[]>();
  for (const { tool, id, displayName } of rows) {
    const agents = users.get(tool) ?? [];
    agents.push({ id, displayName });
    users.set(tool, agents);
  }
  return (id) => users.get(id) ?? [];
}

/** Whoever adds a tool waits for others of the tenant who do, so that no limit is passed. */
export async function lockNewTool(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley new tool'), hashtext(${tenantId}))`);
}

/** Of a request, so that it makes one thing however often it arrives. */
export function creationKeyOf({ userId }: Caller, key: string | null): string | null {
  return key === null ? null : createHash('sha256').update(`${userId} ${key}`).digest('base64url');
}

import type { AgentStore } from '../../ports/agent-store.ts';
import type { Authenticate } from '../../ports/caller.ts';
import { starterAgents } from './starter-agents.ts';

/** Creates a tenant with its first agents if it does not exist. Called on every request, so known tenants are cached. */
export type EnsureTenant = (tenantId: string) => Promise<void>;

export function createEnsureTenant(
  agents: AgentStore,
  names: Readonly<Record<string, string>> = {},
): EnsureTenant {
  const known = new Map<string, Promise<unknown>>();
  return async (tenantId) => {
    let created = known.get(tenantId);
    if (!created) {
      created = agents.createTenant({ id: tenantId, name: names[tenantId] ?? tenantId }, starterAgents);
      known.set(tenantId, created);
      // The next request tries again.
      created.catch(() => known.delete(tenantId));
    }
    await created;
  };
}

/** Creates the tenant of an organization before its first request is handled. */
export function authenticateWithTenant(authenticate: Authenticate, ensureTenant: EnsureTenant): Authenticate {
  return async (authorization, log) => {
    const caller = await authenticate(authorization, log);
    await ensureTenant(caller.tenantId);
    return caller;
  };
}

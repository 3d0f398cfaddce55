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

/** An organization seen for the first time gets its desk before its first request goes on. */
export function authenticateWithTenant(admit: Authenticate, ensureTenant: EnsureTenant): Authenticate {
  return async (authorization, log) => {
    const caller = await admit(authorization, log);
    await ensureTenant(caller.tenantId);
    return caller;
  };
}

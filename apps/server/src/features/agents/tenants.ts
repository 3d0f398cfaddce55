import type { AgentStore } from '../../ports/agent-store.ts';
import type { Authenticate } from '../../ports/caller.ts';
import { starterAgents } from './starter-agents.ts';

/** Creates a tenant with its first agents and its settings if it does not exist. Called on every request, so known tenants are cached. */
export type EnsureTenant = (tenantId: string) => Promise<void>;

export function createEnsureTenant(
  agents: AgentStore,
  /** What else a tenant has from the start; also done for tenants that exist, because an older release made them. */
  ensureMore: EnsureTenant,
  names: Readonly<Record<string, string>> = {},
): EnsureTenant {
  const known = new Map<string, Promise<void>>();
  const ensure = async (id: string) => {
    await agents.createTenant({ id, name: names[id] ?? id }, starterAgents);
    await ensureMore(id);
  };
  return async (tenantId) => {
    let created = known.get(tenantId);
    if (!created) {
      created = ensure(tenantId);
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

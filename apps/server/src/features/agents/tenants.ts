import type { AgentStore } from '../../ports/agent-store.ts';
import type { Authenticate } from '../../ports/caller.ts';
import { starterAgents } from './starter-agents.ts';

/** Makes sure that a tenant is there with its first agents; asked for on every request, so it remembers. */
export type EnsureTenant = (tenantId: string) => Promise<void>;

export function createEnsureTenant(
  agents: AgentStore,
  names: Readonly<Record<string, string>> = {},
): EnsureTenant {
  const known = new Map<string, Promise<unknown>>();
  return async (tenantId) => {
    let making = known.get(tenantId);
    if (!making) {
      making = agents.createTenant({ id: tenantId, name: names[tenantId] ?? tenantId }, starterAgents);
      known.set(tenantId, making);
      // What failed is tried again by the next request.
      making.catch(() => known.delete(tenantId));
    }
    await making;
  };
}

/** An organization seen for the first time gets its desk before its first request goes on. */
export function admitWithTenant(admit: Authenticate, ensureTenant: EnsureTenant): Authenticate {
  return async (authorization, log) => {
    const caller = await admit(authorization, log);
    await ensureTenant(caller.tenantId);
    return caller;
  };
}

import type { Caller } from '../../ports/caller.ts';
import type { ConnectionStore } from '../../ports/connections.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf, failed, refusalOf } from './changes.ts';
import type { AddressReport } from './check-address.ts';
import type { CheckLimit } from './check-limit.ts';

export interface AddressEndpointParts {
  readonly store: Pick<ConnectionStore, 'connect'>;
  /** The address belongs to the whole deployment: only where there is one organization and the environment sets none. */
  readonly assertMayChange: (tenantId: string, kind: 'address') => Promise<void>;
  readonly check: (url: string) => Promise<AddressReport>;
  readonly limit: Pick<CheckLimit, 'take'>;
  /** Where everything stands after a change. */
  readonly changed: (caller: Caller) => ReturnType<Endpoints['setAddress']>;
}

export function addressEndpoints(
  parts: AddressEndpointParts,
): Pick<Endpoints, 'checkAddress' | 'setAddress'> {
  const { store, assertMayChange, check, limit, changed } = parts;

  const checked = async ({ tenantId }: Caller, url: string) => {
    await assertMayChange(tenantId, 'address');
    limit.take(tenantId);
    return check(url);
  };

  return {
    checkAddress: async ({ caller, body }) => {
      const { checks } = await checked(caller, originOf(body.url));
      return { checks: [...checks] };
    },

    setAddress: async ({ caller, body }) => {
      const url = originOf(body.url);
      const { problem } = await checked(caller, url);
      if (problem) throw failed(problem);
      const result = await store.connect({
        actor: actorOf(caller),
        settings: { version: 1, kind: 'address', url },
        secrets: {},
        replaces: body.replaces,
      });
      if (result.kind !== 'connected') throw refusalOf(result);
      return changed(caller);
    },
  };
}

/** Without the slash at the end: paths are put behind it. */
function originOf(url: string): string {
  return new URL(url).origin;
}

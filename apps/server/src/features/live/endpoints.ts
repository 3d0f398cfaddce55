import type { Endpoints } from '../../ports/endpoint.ts';
import type { LiveHub } from './hub.ts';

export function liveEndpoints(hub: LiveHub): Pick<Endpoints, 'events'> {
  return {
    events: async ({ caller, signal }) => hub.open(caller, signal).readable,
  };
}

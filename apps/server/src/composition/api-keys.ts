import { createApiKeyStore } from '../adapters/postgres/api-keys/store.ts';
import { createApiKeyUses } from '../adapters/postgres/api-keys/uses.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { authenticateWithKeys } from '../features/api-keys/authenticate.ts';
import { apiKeyEndpoints } from '../features/api-keys/endpoints.ts';
import type { Authenticate } from '../ports/caller.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Keys with which other software uses the API. */
export function openApiKeys(database: Database, log: Log, clock: Clock = wallClock) {
  const uses = createApiKeyUses(database);
  return {
    endpoints: apiKeyEndpoints(createApiKeyStore(database), clock),
    /** Lets in keys beside people. */
    beside: (people: Authenticate) => authenticateWithKeys(people, { uses, clock, log }),
  };
}

import { createCallDocuments } from '../adapters/postgres/call-search/documents.ts';
import { createCallSearch } from '../adapters/postgres/call-search/search.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { DocumentWriter } from '../features/calls/search/document-writer.ts';
import { callSearchEndpoints } from '../features/calls/search/endpoints.ts';
import { namedCallList } from '../features/contacts/named-calls.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { KnownNames } from '../ports/contacts.ts';
import type { Log } from '../ports/log.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { Shutdown } from './shutdown.ts';

interface CallSearchParts {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly names: KnownNames;
  readonly log: Log;
  readonly shutdown: Shutdown;
  readonly clock?: Clock | undefined;
}

/** Calls are searched, and what they are found by is written. */
export function openCallSearch(parts: CallSearchParts) {
  const { database, organizations, names, log, shutdown, clock = wallClock } = parts;
  const writer = new DocumentWriter({ documents: createCallDocuments(database), clock, log });
  shutdown.add('documents of calls', () => writer.stop());
  const search = createCallSearch(database);
  return {
    search,
    endpoints: callSearchEndpoints({
      ...{ search, organizations },
      named: (tenantId, calls) => namedCallList(names, tenantId, calls),
    }),
    /** From then on this server takes part in writing documents. */
    start: () => writer.start(),
  };
}

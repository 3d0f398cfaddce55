import { createContactImports } from '../adapters/postgres/contacts/imports.ts';
import { createContactStore } from '../adapters/postgres/contacts/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createDoNotCallList } from '../adapters/postgres/do-not-call/list.ts';
import { followUpsOfNumber } from '../adapters/postgres/follow-ups/reads.ts';
import { createLiveFeed } from '../adapters/postgres/live-feed.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import type { NumberExceptions } from '../config/number-types.ts';
import { type ContactEndpoints, contactEndpoints } from '../features/contacts/endpoints.ts';
import { type ImportEndpoints, importEndpoints } from '../features/contacts/import-endpoints.ts';
import { createImportConsumer, createImportJob, importQueue } from '../features/contacts/import-job.ts';
import { CachedNames } from '../features/contacts/known-names.ts';
import { namedCalls, namedFeed } from '../features/contacts/named-calls.ts';
import type { CallStore } from '../ports/call-store.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { ContactStore, KnownNames } from '../ports/contacts.ts';
import type { JobSender, JobWorkers } from '../ports/jobs.ts';
import type { LiveFeed } from '../ports/live-events.ts';
import type { Log } from '../ports/log.ts';
import type { NumberDigest } from '../ports/number-digest.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';
import { createCheckName } from '../voice/tools/check-name.ts';
import type { VoiceTool } from '../voice/tools/voice-tool.ts';
import { allowedNumbers } from './allowed-numbers.ts';

export interface Contacts {
  readonly endpoints: ContactEndpoints & ImportEndpoints;
  readonly store: ContactStore;
  readonly names: KnownNames;
  /** The calls and what open pages are sent, with the names of the other parties. */
  readonly namedCalls: (store: CallStore) => CallStore;
  readonly namedFeed: (feed: LiveFeed) => LiveFeed;
  /** How agents learn who calls. */
  readonly tools: readonly VoiceTool[];
  /** To be called before the server listens, so that no change is missed. */
  listenForChanges(): Promise<{ close(): Promise<void> }>;
  /** Takes part in importing. */
  start(outbox: OutboxConsumers): Promise<void>;
}

interface ContactsDeps {
  readonly database: Database;
  readonly notices: NoticeConnection;
  readonly jobs: JobSender & JobWorkers;
  readonly specialNumbers: NumberExceptions;
  readonly digestOf: NumberDigest;
  readonly clock?: Clock | undefined;
  readonly log: Log;
}

/** Connects contacts to the database. */
export function openContacts({
  database,
  notices,
  jobs,
  specialNumbers,
  digestOf,
  clock = wallClock,
  log,
}: ContactsDeps): Contacts {
  const store = createContactStore(database, digestOf);
  const imports = createContactImports(database, jobs);
  const names = new CachedNames({ store, feed: createLiveFeed(database, notices), clock, log });
  const importContacts = createImportJob({ imports, isAllowed: allowedNumbers(specialNumbers), clock, log });
  return {
    endpoints: {
      ...contactEndpoints({
        contacts: store,
        names,
        doNotCall: createDoNotCallList(database, digestOf),
        followUpsOf: (tenantId, number, limit) => followUpsOfNumber(database, tenantId, number, limit),
      }),
      ...importEndpoints(imports),
    },
    ...{ store, names },
    namedCalls: (calls) => namedCalls(calls, names),
    namedFeed: (feed) => namedFeed(feed, names),
    tools: [createCheckName({ onlyContact: store.onlyOf, mayTry: store.countNameTry })],
    listenForChanges: () => names.listen(),
    start: async (outbox) => {
      await jobs.work(importQueue, importContacts);
      await outbox.consume(createImportConsumer(imports));
    },
  };
}

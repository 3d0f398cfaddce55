import type { OutboxEvent } from '@parley/contract';
import pg from 'pg';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { appendToOutbox } from '../src/adapters/postgres/outbox-append.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { ClusterConnection } from './cluster.ts';
import { createTestDatabase } from './database.ts';
import type { OutboxUnderTest } from './outbox-contract.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The outbox of a database of its own, as two servers see it. */
export interface OutboxHarness extends OutboxUnderTest {
  readonly database: Database;
  /** Bound by no row-level security. */
  readonly owner: pg.Client;
  readonly connection: ClusterConnection;
  readonly secret: string;
  close(): Promise<void>;
}

export async function openOutboxHarness(tenantId: string): Promise<OutboxHarness> {
  const own = await createTestDatabase();
  const [database, beside] = [await own.open(), await own.open()];
  const owner = new pg.Client(own.owner);
  await owner.connect();
  const agents = createAgentStore(database);
  for (const id of [tenantId, 'other']) await agents.createTenant({ id, name: id }, starterAgents);
  return {
    database,
    owner,
    connection: own.owner,
    secret: own.secret,
    tenantId,
    store: createOutboxStore(database, new NoticeConnection(database, silent)),
    other: createOutboxStore(beside, new NoticeConnection(beside, silent)),
    append: (subject, event) =>
      database.asSystem((tx) => appendToOutbox(tx, tenantId, subject, event as OutboxEvent)),
    appendOpen: (subject, event) => appendOpen(database, tenantId, subject, event),
    letClaimsEnd: async () => {
      await owner.query('update outbox_positions set due_at = now()');
    },
    close: async () => {
      await owner.end();
      await own.drop();
    },
  };
}

async function appendOpen(database: Database, tenantId: string, subject: string, event: OutboxEvent) {
  const written = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<'commit' | 'rollback'>();
  const over = database
    .asSystem(async (tx) => {
      await appendToOutbox(tx, tenantId, subject, event);
      written.resolve();
      if ((await ending.promise) === 'rollback') throw new Error('rolled back');
    })
    .catch(() => {});
  await written.promise;
  return async (end: 'commit' | 'rollback') => {
    ending.resolve(end);
    await over;
  };
}

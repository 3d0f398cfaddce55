/**
 * A process that counts for reports and kills itself in the middle of the transaction after so many.
 * Its argument: {connection, secret, recounts, leaseMs}.
 */
import { openDatabase } from '../../src/adapters/postgres/database.ts';
import { sql } from '../../src/adapters/postgres/drizzle.ts';
import { NoticeConnection } from '../../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../../src/adapters/postgres/outbox-store.ts';
import { createReportCounting } from '../../src/adapters/postgres/reports/counting.ts';
import { OutboxReader } from '../../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../../src/features/outbox/reader-times.ts';
import { createCountEvents } from '../../src/features/reports/count-events.ts';
import { wallClock } from '../../src/ports/clock.ts';

const { connection, secret, recounts, leaseMs } = JSON.parse(process.argv[2] ?? '{}');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const database = await openDatabase({ owner: connection, secret, onError: () => {} });
let transactions = 0;
const counting = createReportCounting({
  ...database,
  asSystem: (work) =>
    database.asSystem(async (tx) => {
      const result = await work(tx);
      transactions += 1;
      // Everything is written and nothing is committed.
      if (transactions === recounts) process.kill(process.pid, 'SIGKILL');
      await tx.execute(sql`select`);
      return result;
    }),
});
const store = createOutboxStore(database, new NoticeConnection(database, silent));
const times = { ...readerTimes, leaseMs };
await new OutboxReader({ store, clock: wallClock, log: silent, times }).consume(createCountEvents(counting));

/**
 * A process that reads the outbox and kills itself after it has handled so many events, before they are stored as done.
 * Its argument: {connection, secret, consumer, events, leaseMs}. It prints the id of each event that it handled.
 */
import { writeSync } from 'node:fs';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import { wallClock } from '../src/ports/clock.ts';

const { connection, secret, consumer, events, leaseMs } = JSON.parse(process.argv[2] ?? '{}');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const database = await openDatabase({ owner: connection, secret, onError: () => {} });
const store = createOutboxStore(database, new NoticeConnection(database, silent));
const times = { ...readerTimes, leaseMs };
const reader = new OutboxReader({ store, clock: wallClock, log: silent, times });
let handled = 0;
await reader.consume({
  name: consumer,
  start: 'now',
  handle: async ({ id }) => {
    writeSync(1, `${id}\n`);
    handled += 1;
    if (handled === events) process.kill(process.pid, 'SIGKILL');
  },
});

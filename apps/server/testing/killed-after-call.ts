/**
 * A process that does what is to be done after calls and kills itself: before the first step, when the outcome is stored, or
 * when all steps are done and before that is stored. Its argument: {connection, secret, at, leaseMs}.
 */
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { scriptedExtractor } from '../src/adapters/scripted-agent/outcomes/extract.ts';
import { openAfterCalls } from '../src/composition/after-calls.ts';
import { openOutcomes } from '../src/composition/outcomes.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { OutboxConsumer } from '../src/ports/outbox.ts';

const { connection, secret, at, leaseMs } = JSON.parse(process.argv[2] ?? '{}');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const database = await openDatabase({ owner: connection, secret, onError: () => {} });
const store = createOutboxStore(database, new NoticeConnection(database, silent));
const reader = new OutboxReader({ store, clock: wallClock, log: silent, times: { ...readerTimes, leaseMs } });
const die = () => process.kill(process.pid, 'SIGKILL');

const killed = (consumer: OutboxConsumer): OutboxConsumer => ({
  ...consumer,
  handle: async (event, signal) => {
    const isEnd = event.event.type === 'call.ended';
    if (isEnd && at === 'claimed') die();
    await consumer.handle(event, signal);
    if (isEnd) die();
  },
});
const jobs = { send: async () => {}, work: async () => {} };
const organizations = {
  of: async () => ({ timeZone: 'UTC', openingHours: { week: null, holidays: [] } }) as never,
};
const { step } = openOutcomes({
  ...{ database, jobs, organizations, log: silent },
  extractorFor: () => scriptedExtractor,
});
const afterCalls = openAfterCalls({
  ...{ database, jobs, organizations },
  outbox: { consume: (consumer) => reader.consume(killed(consumer)) },
  stepsBefore: () => [
    step,
    async () => {
      if (at === 'outcome') die();
    },
  ],
  mailers: { current: () => null },
  names: { of: async () => new Map() },
  webOrigin: 'https://desk.example.com',
  log: silent,
});
await afterCalls.start();

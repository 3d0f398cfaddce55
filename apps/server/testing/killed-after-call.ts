/** A server that works after calls and kills itself at a point. Its argument: {connection, secret, at, model, leaseMs}. */
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { startAfterCallServer } from './after-call-server.ts';

const { connection, secret, at, model, leaseMs } = JSON.parse(process.argv[2] ?? '{}');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const database = await openDatabase({ owner: connection, secret, onError: () => {} });
await startAfterCallServer({
  ...{ database, model, leaseMs },
  store: createOutboxStore(database, new NoticeConnection(database, silent)),
  reached: (point) => {
    if (point === at) process.kill(process.pid, 'SIGKILL');
  },
});

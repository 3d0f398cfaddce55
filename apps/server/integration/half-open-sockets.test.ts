import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;
const open: Socket[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-half-open-'));
  database = await createTestDatabase();
  server = await startServerProcess(
    { DATA_DIR: dataDir, DATABASE_URL: database.url, AUTH_SECRET: database.secret },
    { openFiles: 1024 },
  );
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server?.end();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: desk\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

/** Requests a websocket and never closes its own half of the connection. */
async function holdHalfOpen(path: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  open.push(socket);
  socket.on('error', () => {});
  socket.write(upgrade(path));
  await Promise.race(['data', 'end', 'close'].map((event) => once(socket, event)));
}

async function isReady(): Promise<number> {
  // A connection of its own each time: one that was kept open would not show that no new one is accepted.
  const headers = { connection: 'close' };
  return (await fetch(`${server.url}/readyz`, { headers, signal: AbortSignal.timeout(5_000) })).status;
}

test('1,500 refused upgrades left half-open do not use up the file descriptors', async () => {
  for (let n = 0; n < 1_500; n += 100) {
    const some = Array.from({ length: 100 }, (_, i) => holdHalfOpen(i % 2 ? '/voice/relay' : '/nowhere'));
    await Promise.all(some);
    expect(await isReady()).toBe(200);
  }
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { ServerDidNotStart, type ServerProcess, startServerProcess } from '../testing/server-process.ts';

/** One folder for all tests: making a database takes longer than the rest of a start. */
let dataDir: string;
let running: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley process '));
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.end()));
  running = [];
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir, ...variables });
  running.push(server);
  return server;
}

/** Processes with this data folder on their command line, other than the server itself. */
function leftovers(): string[] {
  const list = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(dataDir));
}

test('all faults of the settings are listed before anything starts', async () => {
  const refused = await start({ LOG_LEVEL: 'loud', TWILIO_ACCOUNT_SID: 'AC1' }).catch((error) => error);
  expect((refused as ServerDidNotStart).output).toContain('LOG_LEVEL');
  expect((refused as ServerDidNotStart).output).toContain('only in part');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the address is printed last, and no warning before it; SIGTERM stops everything, and exits 0', async () => {
  const server = await start();
  const lines = server.output().trim().split('\n');
  expect(lines.at(-1)).toBe(`Parley is ready at ${server.url}`);
  expect(server.output()).not.toMatch(/warn|error|deprecat|"level":[456]0/i);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(leftovers().length).toBeGreaterThan(0);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(leftovers()).toEqual([]);
});

test('a second start on the same data folder is refused and disturbs nothing; after kill -9 the data is still there', async () => {
  const server = await start();
  const second = await startServerProcess({ DATA_DIR: dataDir }).catch((error) => error);
  expect(second).toBeInstanceOf(ServerDidNotStart);
  expect((second as ServerDidNotStart).output).toContain('already using the data folder');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const account = { firstName: 'A', lastName: 'B', email: 'a@example.com', password: 'a long password' };
  const ask = ({ url }: ServerProcess, path: string) =>
    fetch(`${url}/api/auth/${path}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(account),
    });
  expect((await ask(server, 'sign-up')).status).toBe(200);
  await server.end('SIGKILL');
  expect((await ask(await start(), 'sign-in')).status).toBe(200);
});

test('a port that was asked for and is taken is an error; the database it had started stops again', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  try {
    const refused = await start({ PORT: String(port) }).catch((error) => error);
    expect((refused as ServerDidNotStart).output).toContain(`Port ${port} is already in use.`);
    expect(leftovers()).toEqual([]);
  } finally {
    taken.close();
  }
});

test('an outside database is used over DATABASE_URL without an embedded one; SIGTERM twice at once, from a supervisor and its parent, stops it in order', async () => {
  await using outside = await createTestDatabase();
  const server = await start({ DATABASE_URL: outside.url, AUTH_SECRET: outside.secret });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(leftovers().filter((line) => line.includes('postgres'))).toEqual([]);
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  server.child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(leftovers()).toEqual([]);
});

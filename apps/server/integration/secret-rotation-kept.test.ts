import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Erasure } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, stepAt } from '../src/lib/totp.ts';
import { BrowserSession } from '../testing/browser-session.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings } from '../testing/desk.ts';
import { fromBase32 } from '../testing/second-factor.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const next = 'the next secret, of forty characters too';
const password = 'a long enough password';
const number = '+12025550188';

let database: TestDatabase;
let lab: Lab;
let dataDir: string;
let owner: pg.Client;
let server: ServerProcess | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-kept-'));
  [database, lab] = await Promise.all([createTestDatabase(), startLab({ speed: 10, cps: 1000 })]);
  owner = new pg.Client(database.owner);
  await owner.connect();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await owner.end();
  await lab.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function restart(secret: string, previous?: string): Promise<ServerProcess> {
  const port = server === null ? '0' : new URL(server.url).port;
  await server?.end();
  server = await startServerProcess({
    ...carrierSettings(lab),
    ...{ AUTH_SECRET: secret, AUTH_SECRET_PREVIOUS: previous, DATABASE_URL: database.url, DATA_DIR: dataDir },
    ...{ DRAIN_SECONDS: '0', CALLS_PER_MINUTE: '1000', PORT: port },
  });
  return server;
}

const place = (person: BrowserSession) =>
  person.ask('POST', '/api/twilio/gs-dental/call', { phoneNumber: number, message: 'Say hello.' });
const refused = { body: { code: 'do_not_call' } };
const latest = async (person: BrowserSession) =>
  ((await person.ask('GET', '/api/data/erasures')).body as { erasures: Erasure[] }).erasures[0];

test('SR5, DA4: erased, rotated, still refused; and the codes of an authenticator app still open the account', async () => {
  const { url, output } = await restart(database.secret);
  const [, code] = /one-time code: (\w+)/.exec(output()) ?? [];
  const kit = new BrowserSession(url, url, 'kit@example.com');
  expect(await kit.signUp(code)).toBe(200);

  const { body } = await kit.auth('second-factor/start', { password });
  const secret = fromBase32((body as { secret: string }).secret);
  let used = 0;
  /** A code that was not given yet; one step ahead of time is accepted. */
  const unused = () => {
    used = Math.max(used + 1, stepAt(Date.now()));
    return codeAt(secret, used);
  };
  const confirmed = await kit.auth('second-factor/confirm', { code: unused() });
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };

  await kit.ask('POST', '/api/data/person/erase', { number, neverCall: true });
  await expect.poll(async () => (await latest(kit))?.state, { timeout: 60_000 }).toBe('done');
  expect(await place(kit)).toMatchObject(refused);
  const keysOf = async () => {
    const { rows } = await owner.query<{ key_id: string }>(
      'select key_id from deployment_keys union select key_id from identity.second_factor',
    );
    return rows.map(({ key_id }) => key_id);
  };
  const [before] = await keysOf();

  await restart(next, database.secret);
  expect(await place(kit)).toMatchObject(refused);
  await restart(next);
  expect(await place(kit)).toMatchObject(refused);
  // Nothing is sealed with the old secret any more, so the rest proves the new one.
  await expect.poll(keysOf, { timeout: 60_000 }).toEqual([expect.not.stringMatching(`^${before}$`)]);

  const elsewhere = new BrowserSession(url, url, 'kit@example.com');
  await elsewhere.signIn();
  expect(await elsewhere.auth('second-factor/verify', { code: '000000' })).not.toMatchObject({ status: 200 });
  expect(await elsewhere.auth('second-factor/verify', { code: unused() })).toMatchObject({ status: 200 });
  expect(await place(elsewhere)).toMatchObject(refused);
  const lostPhone = new BrowserSession(url, url, 'kit@example.com');
  await lostPhone.signIn();
  expect(await lostPhone.auth('second-factor/verify', { code: recoveryCodes[0] })).toMatchObject({
    status: 200,
  });

  // A backup is restored that is older than the erasure: what was noted before the rotation is recognised.
  await owner.query('delete from erasures');
  await owner.query('delete from do_not_call');
  await owner.query(
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     select id, gen_random_uuid(), $1, 'Robin Quillfeather', 'robin quillfeather', 'hand' from tenants limit 1`,
    [number],
  );
  await restart(next);
  await expect.poll(async () => (await latest(kit))?.repeated, { timeout: 60_000 }).toBe(true);
  expect(await place(kit)).toMatchObject(refused);
  await expect.poll(async () => (await latest(kit))?.state, { timeout: 60_000 }).toBe('done');
  expect((await owner.query('select 1 from contacts where number = $1', [number])).rowCount).toBe(0);
});

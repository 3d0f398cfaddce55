import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectedOrganization } from '../testing/connected-organization.ts';
import type { Desk } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const polling = { interval: 50 };
const number = '+15005550006';
const before = 'https://organization.example.com/voice';

let desk: RealDesk;
let others: readonly Desk[];
let owner: pg.Client;

beforeAll(async () => {
  desk = await openRealDesk({ numbers: [number, '+15005550007'], callees: { default: 'busy' } });
  others = [await desk.startAnother(), await desk.startAnother()];
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

/** Waits until all other servers say so. */
async function onAllServers(said: (server: Desk) => Promise<unknown>, expected: unknown): Promise<void> {
  for (const server of others) await expect.poll(() => said(server), polling).toEqual(expected);
}

async function placeOnEach(first: string): Promise<void> {
  for (const [index, server] of others.entries()) {
    const id = await server.as().placeAccepted(first + index);
    expect(await server.as().waitUntilEnded(id)).toMatchObject({ status: 'busy' });
  }
}

describe('three servers', () => {
  test('an account connected on one is used by all, without a restart', async () => {
    expect(await desk.organization.connect([number])).toMatchObject({ status: 200 });
    await desk.organization.goLive();
    const side = async (server: Desk) => {
      const { calling } = (await server.as().request('GET', '/api/calling')).body;
      return { side: calling.side, refused: calling.refused };
    };
    await onAllServers(side, { side: 'real', refused: null });
    await placeOnEach('+1202555016');
  });

  test('so is a new token, also where no notice arrives', async () => {
    // From now on a change is only counted, as where the connection for notices is dead without a word.
    const { rows } = await owner.query<{ source: string }>(
      "select pg_get_functiondef('announce_connection_change'::regproc) as source",
    );
    const source = rows[0]?.source ?? '';
    const silent = source.replaceAll(/perform pg_notify\([^;]*\);/gi, 'null;');
    expect(silent).not.toBe(source);
    await owner.query(silent);
    try {
      const { revision } = await desk.organization.phone();
      const token = desk.lab.createSecondToken();
      expect(await desk.organization.replaceToken(token)).toMatchObject({ status: 200 });
      const known = async (server: Desk) =>
        (await new ConnectedOrganization(server.as(), desk.lab).phone()).revision;
      await onAllServers(known, revision + 1);
      desk.lab.promoteSecondToken();
      await placeOnEach('+1202555017');
    } finally {
      await owner.query(source);
    }
  });
});

describe('a server killed in the middle of a change', () => {
  let dataDir: string;
  let child: ServerProcess;
  const asChild = () =>
    new ConnectedOrganization(new DeskClient(child.url, desk.deployment.mint, {}), desk.lab);
  const start = async () => {
    child = await startServerProcess({ ...desk.deployment.settings, DATA_DIR: dataDir });
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-killed-'));
    await start();
  });
  afterAll(async () => {
    await child.end();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Kills the child while its request is under way. */
  async function killDuring(request: Promise<unknown>, reached: Promise<unknown>): Promise<void> {
    const outcome = request.then(
      () => 'answered',
      () => 'cut off',
    );
    await reached;
    await child.end('SIGKILL');
    expect(await outcome).toBe('cut off');
  }

  test('before it is stored: the old secret stays, whole', async () => {
    const earlier = await desk.organization.phone();
    const lock = 424_242;
    await owner.query('select pg_advisory_lock($1)', [lock]);
    await owner.query(`create function hold_up() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${lock}); return new; end $$`);
    await owner.query(
      'create trigger hold_up before update on connections for each row execute function hold_up()',
    );
    try {
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted";
      const count = async () => (await owner.query(waiting, [lock])).rowCount;
      await killDuring(
        asChild().replaceToken(desk.lab.authToken),
        expect.poll(count, polling).toBe(1) as Promise<unknown>,
      );
    } finally {
      await owner.query('select pg_advisory_unlock($1)', [lock]);
      await owner.query('drop trigger hold_up on connections');
      await owner.query('drop function hold_up');
    }
    expect(await desk.organization.phone()).toEqual(earlier);
    const { client } = desk.organization;
    const id = await client.placeAccepted('+12025550180');
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'busy' });
  });

  test.each([
    ['before the carrier has it', 'request', 'restored', 'elsewhere'],
    ['after the carrier has it', 'answer', 'here', 'here'],
  ] as const)(
    'a number that is taken over, %s: the next start finishes it',
    async (_, at, pointing, points) => {
      desk.lab.setNumber(number, { voiceUrl: before });
      if (child.child.signalCode !== null) await start();
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      desk.carrier.hold = (held) => {
        const isUpdate = held.method === 'POST' && held.path.includes('/IncomingPhoneNumbers/');
        if (!isUpdate || held.at !== at) return Promise.resolve();
        resolve();
        // Never passed on: its server is gone by then.
        return new Promise(() => {});
      };
      await killDuring(asChild().point(number), reached);
      desk.carrier.hold = null;
      await start();
      const stored = async () =>
        (await owner.query('select pointing from phone_numbers where number = $1', [number])).rows[0]
          ?.pointing;
      await expect.poll(stored, { ...polling, timeout: 70_000 }).toBe(pointing);
      const { id } = await desk.organization.phone();
      const { body } = await desk.organization.client.request('GET', `/api/connections/phone/${id}/numbers`);
      expect(body.numbers).toContainEqual(expect.objectContaining({ number, points }));
    },
  );
});

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  accounts,
  killStarter,
  makeFolder,
  postmasterPid,
  query,
  removeFolders,
  start,
  stop,
  stopAll,
  tryStart,
} from '../../../testing/embedded-postgres/starters.ts';
import { isAlive } from './processes.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
afterEach(stopAll);
afterAll(removeFolders);

describe.each(accounts)('the embedded PostgreSQL as $name', (account) => {
  const life = makeFolder(account);

  test('starts in an empty folder and listens on a socket only', async () => {
    const server = await start(life, account);
    expect(server.attached).toBe(false);
    expect(server.connection).toMatchObject({ user: 'parley_owner', database: 'parley' });
    const [row] = await query(
      server.connection,
      `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
         current_setting('fsync') as fsync, getdatabaseencoding() as encoding`,
    );
    expect(row).toEqual({ tcp: '', checksums: 'on', fsync: 'on', encoding: 'UTF8' });
    await expect(query({ ...server.connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/);
    await query(server.connection, 'create table note (text text); insert into note values ($$kept$$)');
    await stop(server);
    expect(existsSync(server.connection.host)).toBe(false);
  });

  test('starts a second time with the same data', async () => {
    const server = await start(life, account);
    expect(server.attached).toBe(false);
    expect(await query(server.connection, 'select text from note')).toEqual([{ text: 'kept' }]);
    await stop(server);
  });

  test('refuses a second server on the folder and leaves the first one running', async () => {
    const first = await start(life, account);
    const second = await tryStart(life, account);
    expect(second.fault).toMatch(`Another Parley server is already using the data folder ${life}.`);
    await second.exited;
    expect(await query(first.connection, 'select text from note')).toEqual([{ text: 'kept' }]);
    await stop(first);
  });

  test('restarts a killed PostgreSQL under a running server', async () => {
    const server = await start(life, account);
    const killed = postmasterPid(life);
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => query(server.connection, 'select text from note').catch(() => []), { timeout: 20_000 })
      .toEqual([{ text: 'kept' }]);
    expect(postmasterPid(life)).not.toBe(killed);
    const rival = await tryStart(life, account);
    expect(rival.fault).toMatch('Another Parley server');
    await stop(server);
  });

  test('starts after PostgreSQL and its parent were killed together', async () => {
    const server = await start(life, account);
    await query(server.connection, 'insert into note values ($$acknowledged$$)');
    process.kill(postmasterPid(life), 'SIGKILL');
    await killStarter(server);
    const next = await start(life, account);
    expect(await query(next.connection, 'select text from note')).toHaveLength(2);
    await stop(next);
  });

  test('restarts within 10 s after its parent was killed, with every committed row', async () => {
    const server = await start(life, account);
    await query(server.connection, 'insert into note values ($$last words$$)');
    await killStarter(server);
    const begun = performance.now();
    const next = await start(life, account);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await query(next.connection, 'select text from note')).toHaveLength(3);
    await stop(next);
  });

  test('attaches to a server that outlived its parent, where no death signal exists', async () => {
    const server = await start(life, account, { outlived: true });
    const pid = postmasterPid(life);
    await killStarter(server);
    const next = await start(life, account, { outlived: true });
    expect(next.attached).toBe(true);
    expect(postmasterPid(life)).toBe(pid);
    expect(await query(next.connection, 'select text from note')).toHaveLength(3);
    await stop(next);
    expect(isAlive(pid)).toBe(false);
  });

  test('waits for a server that is stopping', async () => {
    const first = await start(life, account);
    const gone = stop(first);
    const second = await start(life, account);
    await gone;
    expect(await query(second.connection, 'select text from note')).toHaveLength(3);
    await stop(second);
  });

  test('ignores a lock file whose process id now belongs to another process', async () => {
    const lock = join(life, 'postgres', 'cluster', 'postmaster.pid');
    writeFileSync(lock, `${process.pid}\n${dirname(lock)}\n1\n5432\n/nowhere\n\n1 1\nready   \n`);
    const server = await start(life, account);
    expect(server.attached).toBe(false);
    await stop(server);
  });

  test('lets one of two concurrent first starts win and refuses the other', async () => {
    const folder = makeFolder(account);
    const both = await Promise.all([tryStart(folder, account), tryStart(folder, account)]);
    const winners = both.flatMap((one) => (one.fault === undefined ? [one] : []));
    expect(winners).toHaveLength(1);
    expect(both.find((one) => one.fault !== undefined)?.fault).toMatch('Another Parley server');
    await Promise.all(both.flatMap((one) => (one.fault === undefined ? [] : [one.exited])));
    const [winner] = winners;
    if (winner) expect(await query(winner.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('works in paths with spaces and quotes, data and temporary folder alike', async () => {
    const folder = makeFolder(account, `it's a "desk", $HOME`);
    const server = await start(folder, account);
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop(server);
    const odd = await start(folder, account, { env: { TMPDIR: dirname(folder) } });
    expect(dirname(odd.connection.host)).toBe(dirname(folder));
    expect(await query(odd.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop(odd);
  });

  test('works in a path too long for a socket', async () => {
    const folder = makeFolder(account, 'long-'.repeat(15), 'path-'.repeat(15));
    expect(folder.length).toBeGreaterThan(150);
    const server = await start(folder, account, { env: { TMPDIR: dirname(folder) } });
    expect(basename(dirname(server.connection.host))).toBe('tmp');
    await stop(server);
  });
});

// Only root has this to show; for anybody else there is nothing to skip.
if (process.getuid?.() === 0) {
  test('keeps the database elsewhere when the folder is closed to everybody but root', async () => {
    const folder = makeFolder({ name: 'root' }, 'closed');
    chmodSync(dirname(folder), 0o700);
    const server = await start(folder, { name: 'root' });
    const location = readFileSync(join(folder, 'postgres-location'), 'utf8').trim();
    try {
      expect(location).toMatch(/^\/var\/lib\/parley\/[0-9a-f]{16}-/);
      expect(server.logged).toEqual([expect.stringContaining(`The database files are in ${location}`)]);
      await query(server.connection, 'create table note ()');
      await stop(server);
      const again = await start(folder, { name: 'root' });
      expect(await query(again.connection, 'table note')).toEqual([]);
      await stop(again);
    } finally {
      rmSync(location, { recursive: true, force: true });
    }
  });
}

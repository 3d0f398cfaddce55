import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { TokenRevocations } from '../../ports/access-changes.ts';
import type { CallExports, ExportEnd } from '../../ports/call-exports.ts';
import { exportsOfOneServer, RunningExports } from './exports.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const key = { tenantId: 'one', id: '019a8b5e-6c00-7000-8000-000000000070' };

interface Fakes {
  keep?: CallExports['keep'];
  zone?: () => Promise<string>;
}

function open({ keep = async () => true, zone = async () => 'UTC' }: Fakes = {}) {
  const clock = new ManualClock();
  const ends: { end: ExportEnd; rows: number }[] = [];
  let begun = 0;
  let accessEnded = 0;
  const exports = {
    begin: async () => ({
      ...{ ...key, id: `${key.id}${++begun}`, requestedBy: 'kit' },
      access: { subject: 'kit', sessionId: 's', accessVersion: 1 },
      wanted: { filters: {}, format: 'csv', columns: ['id'], fields: [], bom: false },
    }),
    keep,
    end: async (_key: unknown, end: ExportEnd, rows: number) => {
      ends.push({ end, rows });
    },
    endAccess: async () => {
      accessEnded += 1;
    },
    async *read(_tenantId: string, _order: unknown, signal: AbortSignal) {
      for (let n = 0; ; n += 1) {
        signal.throwIfAborted();
        yield [{ columns: { id: `call ${n} ${'x'.repeat(100_000)}` }, fields: {} }];
      }
    },
  } as unknown as CallExports;
  const organizations = { of: async () => ({ timeZone: await zone() }) as never };
  const watchers = new Set<() => void>();
  const revocations: TokenRevocations = {
    isVoid: () => false,
    watch: (_token, onVoid) => {
      watchers.add(onVoid);
      return () => watchers.delete(onVoid);
    },
  };
  const results = async () => null;
  const running = new RunningExports({ exports, results, organizations, revocations, clock, log });
  return { clock, ends, running, watchers, accessEnded: () => accessEnded };
}

const gone = () => new AbortController();

/** A reader that takes the heading and then nothing. */
async function begin(running: RunningExports, signal = gone().signal) {
  const { content } = await running.download('token', signal);
  const broken = new Promise<Error>((resolve) => content.once('error', resolve));
  await new Promise((resolve) => content.once('readable', resolve));
  return { content, broken };
}

test('EX11: the end of access ends the file and the row, whoever writes it', async () => {
  const { running, ends, accessEnded } = open();
  let end = () => {};
  running.watchAccess(
    { ...key, id: `${key.id}1` },
    {
      whenVoid: (onVoid) => {
        end = onVoid;
        return () => {};
      },
    },
  );
  const { broken } = await begin(running);
  end();
  await broken;
  await expect
    .poll(() => ends.map(({ end: how }) => how))
    .toEqual([{ state: 'failed', problem: 'access_ended' }]);
  expect(accessEnded()).toBe(1);
});

test('EX11: the end of access ends a file that another server was asked for', async () => {
  const { running, ends, watchers } = open();
  const { broken } = await begin(running);
  for (const onVoid of watchers) onVoid();
  await broken;
  await expect.poll(() => ends.map(({ end }) => end)).toEqual([{ state: 'failed', problem: 'access_ended' }]);
  await expect.poll(() => watchers.size).toBe(0);
});

test('EX7: a row that another server has cancelled ends the file within a second', async () => {
  const { running, clock, ends } = open({ keep: async () => false });
  const { broken } = await begin(running);
  clock.advance(1_000);
  await broken;
  await expect.poll(() => ends.map(({ end }) => end)).toEqual([{ state: 'cancelled' }]);
});

test('EX8: a file that takes half an hour is broken off', async () => {
  const { running, clock, ends } = open();
  const { broken } = await begin(running);
  clock.advance(30 * 60_000);
  await broken;
  await expect.poll(() => ends.map(({ end }) => end)).toEqual([{ state: 'failed', problem: 'too_long' }]);
});

test('EX8: a database that is away for a moment does not end it', async () => {
  let asked = 0;
  const { running, clock, ends } = open({
    keep: async () => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return true;
    },
  });
  await begin(running);
  clock.advance(1_000);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(1_000);
  expect([asked, ends]).toEqual([2, []]);
  running.stop();
  await expect.poll(() => ends.map(({ end }) => end)).toEqual([{ state: 'failed', problem: 'server_lost' }]);
});

test('EX9: a server writes no more files at once than it has connections for', async () => {
  const { running } = open();
  const first = gone();
  await begin(running, first.signal);
  for (let n = 1; n < exportsOfOneServer; n += 1) await begin(running);
  await expect(running.download('token', gone().signal)).rejects.toMatchObject({ code: 'server_busy' });
  first.abort();
  await expect
    .poll(() =>
      running.download('token', gone().signal).then(
        () => 'begun',
        () => 'busy',
      ),
    )
    .toBe('begun');
});

/** Whether all the places of a server can be taken. */
async function hasEveryPlace(running: RunningExports): Promise<void> {
  for (let n = 0; n < exportsOfOneServer; n += 1) await begin(running);
}

test('EX9: a browser that goes away before the first line leaves no place taken', async () => {
  const { running, ends } = open();
  for (let n = 0; n < exportsOfOneServer; n += 1) {
    const left = gone();
    left.abort();
    const { content } = await running.download('token', left.signal);
    await new Promise((resolve) => content.once('error', resolve));
  }
  await expect
    .poll(() => ends)
    .toEqual(Array(exportsOfOneServer).fill({ end: { state: 'failed', problem: 'disconnected' }, rows: 0 }));
  await hasEveryPlace(running);
});

test('EX9: a file that cannot be begun leaves no place taken', async () => {
  let failing = true;
  const { running, ends } = open({
    zone: async () => {
      if (failing) throw new Error('away');
      return 'UTC';
    },
  });
  for (let n = 0; n < exportsOfOneServer; n += 1)
    await expect(running.download('token', gone().signal)).rejects.toThrow('away');
  expect(ends).toEqual(
    Array(exportsOfOneServer).fill({ end: { state: 'failed', problem: 'failed' }, rows: 0 }),
  );
  failing = false;
  await hasEveryPlace(running);
});

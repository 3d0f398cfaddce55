import { expect, onTestFinished, test, vi } from 'vitest';
import type { LoadedConnections, StoredConnection } from '../../ports/connections.ts';
import type { Log } from '../../ports/log.ts';
import { ConnectionRegistry } from './registry.ts';
import { Snapshot } from './snapshot.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} } as unknown as Log;

const connection = (change: Partial<StoredConnection>): StoredConnection => ({
  tenantId: 'one',
  id: 'a',
  settings: { version: 1, kind: 'address', url: 'https://desk.example.com' },
  limits: null,
  state: 'active',
  revision: 1,
  connectedBy: null,
  connectedAt: new Date(0),
  endedAt: null,
  checkedAt: null,
  failing: null,
  secrets: new Map(),
  unreadable: false,
  numbers: [],
  ...change,
});

function fakeStore() {
  let state: LoadedConnections = { version: 1n, connections: [], calling: [] };
  let fails = false;
  const load = vi.fn(async () => {
    const read = state;
    await new Promise(setImmediate);
    if (fails) throw new Error('away');
    return read;
  });
  return {
    load,
    version: async () => state.version,
    change(connections: readonly StoredConnection[]) {
      state = { ...state, version: state.version + 1n, connections };
    },
    away: (isAway: boolean) => {
      fails = isAway;
    },
  };
}

function fakeNotices() {
  const listeners = new Set<{ onNotice(): void; onGap(): void }>();
  return {
    listen: async (listener: { onNotice(): void; onGap(): void }) => {
      listeners.add(listener);
      return { close: async () => void listeners.delete(listener) };
    },
    notice: () => {
      for (const each of listeners) each.onNotice();
    },
    listeners,
  };
}

async function started(pollMs = 60_000) {
  const store = fakeStore();
  const notices = fakeNotices();
  const registry = new ConnectionRegistry({ store, notices, log, pollMs });
  return { store, notices, registry, running: await registry.start() };
}

test('a change is known after its notice', async () => {
  const { store, notices, registry, running } = await started();
  store.change([connection({})]);
  notices.notice();
  await expect.poll(() => registry.snapshot().active('one', 'address')?.id).toBe('a');
  await running.close();
  expect(notices.listeners.size).toBe(0);
});

test('a change is known without any notice: the version is asked for', async () => {
  const { store, registry, running } = await started(5);
  store.change([connection({})]);
  await expect.poll(() => registry.snapshot().version).toBe(2n);
  await running.close();
});

test('CN6: without any notice a change is known within 5 s, as often as the product asks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = fakeStore();
  const registry = new ConnectionRegistry({ store, notices: fakeNotices(), log });
  const running = await registry.start();
  store.change([connection({})]);
  vi.advanceTimersByTime(4_999);
  await expect.poll(() => registry.snapshot().version).toBe(2n);
  await running.close();
});

test('what was committed before refresh is known after it, although a reading was under way', async () => {
  const { store, registry, running } = await started();
  const earlier = registry.refresh();
  store.change([connection({})]);
  await registry.refresh();
  await earlier;
  expect(registry.snapshot().byId('a')).not.toBeNull();
  await running.close();
});

test('many who wait share one reading', async () => {
  const { store, registry, running } = await started();
  store.load.mockClear();
  await Promise.all(Array.from({ length: 50 }, () => registry.refresh()));
  expect(store.load).toHaveBeenCalledTimes(2);
  await running.close();
});

test('the last state stays while the database is away', async () => {
  const { store, notices, registry, running } = await started();
  store.change([connection({})]);
  await registry.refresh();
  store.away(true);
  store.change([]);
  notices.notice();
  await expect(registry.refresh()).rejects.toThrow('away');
  expect(registry.snapshot().byId('a')).not.toBeNull();
  store.away(false);
  await registry.refresh();
  expect(registry.snapshot().byId('a')).toBeNull();
  await running.close();
});

test('a disconnected connection is shown until another takes its place, and is never active', () => {
  const disconnected = connection({ state: 'disconnected', endedAt: new Date(5) });
  const replaced = connection({ id: 'c', state: 'replaced', endedAt: new Date(9) });
  const shown = new Snapshot({ version: 1n, connections: [disconnected, replaced], calling: [] });
  expect(shown.shown('one', 'address')?.id).toBe('a');
  expect(shown.active('one', 'address')).toBeNull();
  expect(shown.shown('two', 'address')).toBeNull();
  const both = [connection({ id: 'b' }), disconnected];
  expect(new Snapshot({ version: 2n, connections: both, calling: [] }).active('one', 'address')?.id).toBe(
    'b',
  );
});

test('a disconnected connection stays disconnected when its calls are over and its secrets are gone', () => {
  const ended = connection({ state: 'disconnected', endedAt: new Date(5) });
  const snapshot = new Snapshot({ version: 1n, connections: [], withoutSecrets: [ended], calling: [] });
  expect(snapshot.shown('one', 'address')?.state).toBe('disconnected');
  expect([snapshot.byId('a'), snapshot.active('one', 'address')]).toEqual([null, null]);
  // So that "Use the deployment's" finds it.
  expect(snapshot.known('a')?.state).toBe('disconnected');
});

test('an organization without a row has said nothing', () => {
  const empty = new Snapshot({ version: 1n, connections: [], calling: [] });
  expect(empty.calling('one')).toMatchObject({ tenantId: 'one', side: null, revision: 0 });
});

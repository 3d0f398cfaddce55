import { Readable } from 'node:stream';
import type { RecordingProblem } from '@parley/contract';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { silence } from '../../../testing/silence.ts';
import type { CarrierRecording, CarrierRecordings } from '../../ports/carrier-recordings.ts';
import type { FileStores } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import type { RecordingStore, RecordingWork } from '../../ports/recordings.ts';
import { chooseRecording } from './choose-recording.ts';
import { createFetchJob } from './fetch-job.ts';

const key = { tenantId: 'one', callId: '019a8b5e-6c00-7000-8000-000000000001' };
const log = { debug() {}, info() {}, warn() {}, error() {} };
const context = { signal: new AbortController().signal, useFallback: false, sentAt: new Date(0) };
const complete: CarrierRecording = {
  ...{ sid: 'RE1', carrierSid: 'CA1', state: 'complete', seconds: 1, channels: 2 },
  ...{ startedAt: null, errorCode: null },
};

interface Fakes {
  readonly listed?: Awaited<ReturnType<CarrierRecordings['ofCall']>>;
  readonly download?: CarrierRecordings['download'];
  readonly put?: () => Promise<never>;
  readonly tries?: number;
  readonly connected?: boolean;
  readonly ageMs?: number;
  /** The row goes while the file is stored. */
  readonly goes?: boolean;
  readonly removal?: 'gone' | 'unavailable';
  /** Where a job before has stored it. */
  readonly storeId?: string;
}

async function run(fakes: Fakes = {}) {
  const clock = new ManualClock();
  const steps: string[] = [];
  const files = new Map<string, number>();
  let work: RecordingWork | null = {
    ...{ kind: 'fetch', carrier: 'lab', carrierAccount: 'AC', carrierSid: 'CA1', tries: fakes.tries ?? 0 },
    ...{ storeId: fakes.storeId ?? null, createdAt: new Date(clock.time() - (fakes.ageMs ?? 0)) },
  };
  const recordings: Partial<RecordingStore> = {
    work: async () => work,
    storing: async () => true,
    letGo: async () => {},
    turns: async () => null,
    ready: async (_, storeId, { milliseconds }) => {
      expect(storeId).toBe('folder');
      if (fakes.goes) return false;
      steps.push(`ready ${milliseconds}`);
      work = work && { ...work, kind: 'remove' };
      return true;
    },
    ended: async (_, state, problem) => void steps.push(`${state} ${problem}`),
    postpone: async (_, problem: RecordingProblem, at) => void steps.push(`later ${problem} ${at.getTime()}`),
    leaveToOthers: async (_, at) => void steps.push(`left for ${at.getTime() - clock.time()}`),
    removed: async () => void steps.push('removed'),
    postponeRemoval: async () => void steps.push('removed later'),
  };
  const carrier: CarrierRecordings = {
    ...{ pause: async () => ({ kind: 'done' }), stop: async () => ({ kind: 'done' }) },
    ofCall: async () => fakes.listed ?? { kind: 'found', recordings: [complete] },
    download:
      fakes.download ??
      (async () => ({ kind: 'found', size: silence().length, body: Readable.from([silence()]) })),
    remove: async (sid) => {
      steps.push(`remove ${sid}`);
      return fakes.removal === 'unavailable' ? { kind: 'unavailable', detail: '' } : { kind: 'gone' };
    },
  };
  const store = {
    id: 'folder',
    put: async (name: { id: string }, body: AsyncIterable<Uint8Array>) => {
      if (fakes.put) return fakes.put();
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      files.set(name.id, size);
      return { size, version: '1' };
    },
    delete: async (name: { id: string }) => void files.delete(name.id),
  };
  const job = createFetchJob({
    recordings: recordings as RecordingStore,
    files: {
      current: store,
      get: (id: string) => {
        if (id === 'away') throw new FileStoreError('refused', 'not connected');
        return { delete: async () => void steps.push(`deleted in ${id}`) };
      },
    } as unknown as FileStores,
    carrierOf: () => (fakes.connected === false ? null : { recordings: carrier }),
    waits: [10, 20],
    holdMs: 60_000,
    clock,
    log,
  });
  await job(key, context);
  return { steps, files };
}

const later = (problem: string) => [expect.stringMatching(`^later ${problem} `)];

test('RC6: it is stored, and only then removed at the carrier', async () => {
  const { steps, files } = await run();
  expect(steps).toEqual(['ready 1000', 'remove RE1', 'removed']);
  expect([...files]).toEqual([[key.callId, silence().length]]);
});

test('RC6: what a job before has left in another store is deleted there, if it can be', async () => {
  expect((await run({ storeId: 's3:bucket' })).steps).toEqual([
    ...['deleted in s3:bucket', 'ready 1000', 'remove RE1', 'removed'],
  ]);
  expect((await run({ storeId: 'away' })).steps).toEqual(['ready 1000', 'remove RE1', 'removed']);
  expect((await run({ storeId: 'folder' })).steps).toEqual(['ready 1000', 'remove RE1', 'removed']);
});

test('RC6: one that the carrier does not remove is asked for again', async () => {
  expect((await run({ removal: 'unavailable' })).steps).toEqual([
    ...['ready 1000', 'remove RE1', 'removed later'],
  ]);
});

test.each<[RecordingProblem, Fakes]>([
  ['carrier_not_connected', { connected: false, ageMs: 30 }],
  ['carrier_unavailable', { listed: { kind: 'unavailable', detail: 'HTTP 503' } }],
  ['not_listed', { listed: { kind: 'found', recordings: [] } }],
  ['not_ready', { listed: { kind: 'found', recordings: [{ ...complete, state: 'running' }] } }],
  ['download_failed', { download: async () => ({ kind: 'unavailable', detail: 'HTTP 500' }) }],
  ['download_failed', { download: async () => ({ kind: 'missing' }) }],
  [
    'download_failed',
    {
      download: async () => ({
        kind: 'found',
        size: null,
        body: Readable.from(
          (async function* () {
            yield silence().subarray(0, 100);
            throw new Error('terminated');
          })(),
        ),
      }),
    },
  ],
  ['wrong_length', { listed: { kind: 'found', recordings: [{ ...complete, seconds: 61 }] } }],
  [
    'wrong_format',
    {
      download: async () => ({
        kind: 'found',
        size: null,
        body: Readable.from([Buffer.from('x'.repeat(50))]),
      }),
    },
  ],
  [
    'store_unavailable',
    {
      put: async () => {
        throw new FileStoreError('unavailable', 'away');
      },
    },
  ],
])('RC5: %s is tried again, and nothing is removed', async (problem, fakes) => {
  const { steps, files } = await run(fakes);
  expect(steps).toEqual(later(problem));
  expect(files.size).toBe(0);
});

test('RC5: a server without the account uses up no try of those that have it', async () => {
  expect((await run({ connected: false, tries: 2, ageMs: 2 })).steps).toEqual(['left for 10']);
  // Perhaps no server has it: thousands of recordings must not be looked at every few seconds.
  expect((await run({ connected: false, tries: 2, ageMs: 28 })).steps).toEqual(['left for 14']);
  expect((await run({ connected: false, tries: 2, ageMs: 30 })).steps).toEqual([
    'failed carrier_not_connected',
  ]);
});

test('RC5: after the last try it has failed, with the reason', async () => {
  const listed = { kind: 'found', recordings: [] } as const;
  expect((await run({ listed, tries: 2 })).steps).toEqual(['failed not_listed']);
});

test('RC7: what is wrong three times is not asked for all day', async () => {
  const listed = { kind: 'found', recordings: [{ ...complete, seconds: 61 }] } as const;
  expect((await run({ listed, tries: 1 })).steps).toEqual(later('wrong_length'));
  expect((await run({ listed, tries: 2 })).steps).toEqual(['failed wrong_length']);
});

test('RC5: the carrier says that there is none', async () => {
  const listed = { kind: 'found', recordings: [{ ...complete, state: 'absent' }] } as const;
  expect((await run({ listed })).steps).toEqual(['absent absent']);
});

test('RC9: a call that was deleted while its recording was stored leaves no file', async () => {
  const { steps, files } = await run({ goes: true });
  expect(files.size).toBe(0);
  expect(steps).not.toContain('ready 1000');
});

test('RC4: of several recordings of a call the longest is taken, once none is running', () => {
  const [short, long] = [complete, { ...complete, sid: 'RE2', seconds: 9 }];
  const absent = { ...complete, state: 'absent' } as const;
  expect(chooseRecording([short, long, absent])).toEqual({ kind: 'complete', recording: long });
  expect(chooseRecording([short, { ...long, state: 'running' }])).toEqual({ kind: 'running' });
  expect(chooseRecording([absent])).toEqual({ kind: 'absent' });
  expect(chooseRecording([])).toEqual({ kind: 'none' });
});

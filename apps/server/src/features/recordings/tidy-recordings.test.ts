import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CarrierRecordings } from '../../ports/carrier-recordings.ts';
import type { FileStores } from '../../ports/file-store.ts';
import type { RecordingDeletion } from '../../ports/recordings.ts';
import { createTidyRecordings } from './tidy-recordings.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Calls that are deleted, whose carrier takes half a second each. */
function deleting(count: number) {
  const clock = new ManualClock();
  const left = new Map<string, RecordingDeletion & { at: Date }>();
  for (let n = 0; n < count; n += 1) {
    const ids = {
      tenantId: 'one',
      callId: String(n),
      carrier: 'lab',
      carrierAccount: 'AC',
      carrierSid: `CA${n}`,
    };
    left.set(ids.callId, {
      ...{ ...ids, recordingSid: null, storeId: 'folder', inFlight: false, atCarrier: true },
      ...{ createdAt: clock.now(), at: clock.now() },
    });
  }
  let most = 0;
  let asked = 0;
  const tidy = createTidyRecordings({
    recordings: {
      resume: async () => 0,
      expire: async () => 0,
      deletions: async (now, limit) => [...left.values()].filter(({ at }) => at <= now).slice(0, limit),
      deleted: async ({ callId }) => void left.delete(callId),
      postponeDeletion: async ({ callId }, at) => {
        const one = left.get(callId);
        if (one) left.set(callId, { ...one, at });
      },
    },
    files: { get: () => ({ delete: async () => {} }) } as unknown as FileStores,
    carrierOf: () => ({
      recordings: {
        ofCall: async (sid) => {
          asked += 1;
          most = Math.max(most, asked);
          await Promise.resolve();
          asked -= 1;
          return sid === 'CA7' ? { kind: 'unavailable', detail: '' } : { kind: 'found', recordings: [] };
        },
        download: async () => ({ kind: 'missing' }),
        pause: async () => ({ kind: 'refused' }),
        stop: async () => ({ kind: 'refused' }),
        remove: async () => ({ kind: 'gone' }),
      } as Partial<CarrierRecordings> as CarrierRecordings,
    }),
    ...{ forgottenMs: 120_000, clock, log },
  });
  return { tidy, left, most: () => most };
}

test('RC9: however many were deleted in a minute, all are settled in that minute, a few side by side', async () => {
  const { tidy, left, most } = deleting(450);
  await tidy();
  expect([...left.keys()]).toEqual(['7']);
  expect(most()).toBeGreaterThan(1);
  expect(most()).toBeLessThanOrEqual(8);
});

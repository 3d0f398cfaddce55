import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RecordingAccess } from '../../ports/recordings.ts';
import { recordingEndpoints } from './endpoints.ts';

test('RC11: whoever asks for the recording of another organization is refused, and the log says who it was', async () => {
  const logged: object[] = [];
  const { openRecording } = recordingEndpoints({
    access: { open: async () => null } as unknown as RecordingAccess,
    addresses: { sign: () => 'address' },
    pauses: { pause: async () => {}, resume: async () => {} },
    clock: new ManualClock(),
    log: { debug() {}, info: (fields) => void logged.push(fields), warn() {}, error() {} },
  });
  const asked = {
    caller: { tenantId: 'two', userId: 'user_far' } as Caller,
    ...{ params: { id: 'call-of-one' }, body: { purpose: 'play' } },
  } as Parameters<typeof openRecording>[0];
  await expect(openRecording(asked)).rejects.toMatchObject({ code: 'recording_not_found' });
  expect(logged).toEqual([{ tenantId: 'two', userId: 'user_far', callId: 'call-of-one' }]);
});

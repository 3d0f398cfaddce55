import { recordingAddress, recordingAddressSeconds } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { SignedAddresses } from '../../lib/recordings/signed-address.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordingAccess } from '../../ports/recordings.ts';
import type { Pauses } from './pauses.ts';

export type RecordingEndpoints = Pick<
  Endpoints,
  | 'getRecording'
  | 'openRecording'
  | 'retryRecording'
  | 'pauseRecording'
  | 'resumeRecording'
  | 'getRecordingSettings'
  | 'saveRecordingSettings'
>;

export interface RecordingEndpointDeps {
  readonly access: RecordingAccess;
  readonly addresses: Pick<SignedAddresses, 'sign'>;
  readonly pauses: Pick<Pauses, 'pause' | 'resume'>;
  readonly clock: Clock;
  readonly log: Log;
}

const notFound = () => new AppError('recording_not_found', 'There is no recording of this call.');

export function recordingEndpoints({
  access,
  addresses,
  pauses,
  clock,
  log,
}: RecordingEndpointDeps): RecordingEndpoints {
  const read = async ({ tenantId }: Caller, callId: string) => {
    const recording = await access.read({ tenantId, callId });
    return { recording: recording === 'missing' ? null : recording };
  };
  return {
    getRecording: async ({ caller, params }) => {
      const recording = await access.read({ tenantId: caller.tenantId, callId: params.id });
      if (recording === 'missing') throw new AppError('call_not_found', 'There is no such call.');
      return { recording };
    },

    openRecording: async ({ caller, params, body: { purpose } }) => {
      const opened = await access.open(caller, params.id, purpose);
      if (opened === null) {
        // Perhaps one of another organization: the log says who asks for such.
        const { tenantId, userId } = caller;
        log.info({ tenantId, userId, callId: params.id }, 'a recording that does not exist was requested');
        throw notFound();
      }
      if (opened === 'not ready')
        throw new AppError('recording_not_ready', 'The recording of this call is not stored here (yet).');
      const expiresAt = new Date(clock.time() + recordingAddressSeconds * 1000);
      const { tenantId } = caller;
      const token = addresses.sign({ tenantId, callId: params.id, purpose, expiresAt });
      return { url: recordingAddress(token), expiresAt: expiresAt.toISOString() };
    },

    retryRecording: async ({ caller, params }) => {
      const retried = await access.retry(caller, params.id);
      if (retried === null) throw notFound();
      if (retried === 'not ready')
        throw new AppError('recording_not_ready', 'This recording is here already, or is being fetched.');
      return read(caller, params.id);
    },

    pauseRecording: async ({ caller, params }) => {
      await pauses.pause(caller, params.id);
      return read(caller, params.id);
    },

    resumeRecording: async ({ caller, params }) => {
      await pauses.resume(caller, params.id);
      return read(caller, params.id);
    },

    getRecordingSettings: async ({ caller }) => ({ settings: await access.settings(caller.tenantId) }),

    saveRecordingSettings: async ({ caller, body: { revision, ...settings } }) => {
      const saved = await access.saveSettings(caller, settings, revision);
      if (saved === 'unknown agent')
        throw new AppError('agent_not_found', 'One of these agents does not exist.');
      if (saved === 'changed')
        throw new AppError(
          'settings_changed',
          'Somebody else has changed this meanwhile. Load the page again.',
        );
      return { settings: saved };
    },
  };
}

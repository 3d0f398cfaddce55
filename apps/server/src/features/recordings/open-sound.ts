import { AppError } from '../../errors.ts';
import type { SignedAddresses } from '../../lib/recordings/signed-address.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStores } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import type { Log } from '../../ports/log.ts';
import type { OpenSound } from '../../ports/open-sound.ts';
import type { RecordingAccess } from '../../ports/recordings.ts';
import { recordingFile } from './fetch-job.ts';

export interface OpenSoundDeps {
  readonly access: Pick<RecordingAccess, 'storeOf'>;
  readonly files: FileStores;
  readonly addresses: Pick<SignedAddresses, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sound behind an address, as long as the address is good and the call is there. */
export function createOpenSound({ access, files, addresses, clock, log }: OpenSoundDeps): OpenSound {
  return async (token, range) => {
    const addressed = addresses.read(token, clock.now());
    if (!addressed) {
      log.warn({}, 'recording link refused: it has expired, or was altered or invented');
      throw new AppError(
        'recording_address_invalid',
        'This address has expired or was changed. Open the recording again from its call.',
      );
    }
    const storeId = await access.storeOf(addressed);
    if (storeId === null) throw gone();
    const { callId, purpose } = addressed;
    const name = recordingFile(addressed);
    const fileName = `recording-${callId}.wav`;
    try {
      const store = files.get(storeId);
      if (range === 'none') {
        const file = await store.head(name);
        return { kind: 'whole', file, content: null, fileName, purpose };
      }
      const content = await store.get(name, range ?? undefined);
      return { kind: range ? 'part' : 'whole', file: content.file, content, fileName, purpose };
    } catch (err) {
      if (!(err instanceof FileStoreError)) throw err;
      if (err.failure === 'out_of_range') return { kind: 'out of range', size: err.size ?? 0 };
      log.error(
        { err, callId },
        'the file of a recording cannot be read, although its row says that it is stored',
      );
      if (err.failure === 'missing') throw gone();
      throw new AppError('server_busy', 'The file store does not answer. Try again in a moment.');
    }
  };
}

const gone = () => new AppError('recording_not_found', 'This recording is not here any more.');

import type { Database } from '../adapters/postgres/database.ts';
import { createRecordingAccess } from '../adapters/postgres/recordings/access.ts';
import { createPauseStore } from '../adapters/postgres/recordings/pauses.ts';
import { createRecordingStore, recordingQueue } from '../adapters/postgres/recordings/store.ts';
import { callTimes } from '../features/calls/call-times.ts';
import { Carriers } from '../features/calls/carriers.ts';
import { type RecordingEndpoints, recordingEndpoints } from '../features/recordings/endpoints.ts';
import { createFetchJob } from '../features/recordings/fetch-job.ts';
import { createOpenSound } from '../features/recordings/open-sound.ts';
import { createPauses, type PausesDeps } from '../features/recordings/pauses.ts';
import { createCallRecordings, createRecordingConsumer } from '../features/recordings/recordings-of-calls.ts';
import { createTidyRecordings } from '../features/recordings/tidy-recordings.ts';
import { createSignedAddresses } from '../lib/recordings/signed-address.ts';
import type { Carrier } from '../ports/carrier.ts';
import { wallClock } from '../ports/clock.ts';
import type { DeploymentKeys } from '../ports/deployment-keys.ts';
import type { FileStores } from '../ports/file-store.ts';
import type { JobScheduler, JobSender, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { OpenSound } from '../ports/open-sound.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';
import type { CallRecordings } from '../ports/recordings.ts';
import type { CallTestOverrides } from './calls.ts';

interface RecordingsDeps {
  readonly database: Database;
  readonly jobs: JobSender & JobWorkers;
  readonly scheduler: JobScheduler;
  readonly outbox: OutboxConsumers;
  readonly files: FileStores;
  readonly keys: DeploymentKeys;
  readonly carriers: () => readonly Carrier[];
  readonly log: Log;
  readonly testOverrides: Pick<CallTestOverrides, 'clock' | 'times' | 'voiceSpeed' | 'aroundRecordings'>;
}

export interface Recordings {
  readonly ofCalls: CallRecordings;
  readonly endpoints: RecordingEndpoints;
  readonly openSound: OpenSound;
  /** Every minute: what was missed, pauses that the carrier has not confirmed, and what is to be deleted. */
  tidy(): Promise<void>;
  /** From then on this server takes part in fetching recordings. */
  start(noteInTranscript: PausesDeps['note']): Promise<void>;
}

/** Recordings of calls: taken over from the carrier, kept, played. */
export async function openRecordings({
  database,
  jobs,
  files,
  log,
  testOverrides,
  ...deps
}: RecordingsDeps): Promise<Recordings> {
  const { clock = wallClock, times = callTimes, aroundRecordings = (store) => store } = testOverrides;
  const recordings = aroundRecordings(createRecordingStore(database, jobs, deps.scheduler));
  const access = createRecordingAccess(database, deps.scheduler, clock);
  const carriers = new Carriers(deps.carriers);
  const carrierOf = (call: Parameters<Carriers['of']>[0]) => carriers.of(call);
  const { recordingHold: holdMs, recordingForgotten: forgottenMs } = times;
  const tidy = createTidyRecordings({ recordings, files, carrierOf, forgottenMs, clock, log });
  let note: PausesDeps['note'] = async () => {};
  const pauses = createPauses({
    ...{ pauses: createPauseStore(database), carrierOf, clock, log },
    note: (key, text) => note(key, text),
  });
  const addresses = createSignedAddresses(await deps.keys.get('recording-addresses'));
  const [firstWait = 0, ...waits] = times.recordingWaits;
  return {
    ofCalls: createCallRecordings(recordings, carrierOf, pauses, clock),
    endpoints: recordingEndpoints({ access, addresses, pauses, clock, log }),
    openSound: createOpenSound({ access, files, addresses, clock, log }),
    tidy: async () => {
      await pauses.settleOverdue();
      await tidy();
    },
    start: async (noteInTranscript) => {
      note = noteInTranscript;
      await deps.outbox.consume(createRecordingConsumer(recordings, firstWait, clock));
      const speed = testOverrides.voiceSpeed ?? 1;
      const fetchDeps = { recordings, files, carrierOf, waits, holdMs, speed, clock, log };
      await jobs.work(recordingQueue, createFetchJob(fetchDeps));
    },
  };
}

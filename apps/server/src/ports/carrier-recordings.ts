import type { Readable } from 'node:stream';

/** What a carrier that records calls can be asked about its recordings. Failures are values, not exceptions. */
export interface CarrierRecordings {
  /** Those of one call, by the carrier's id of the call and by nothing else. */
  ofCall(carrierSid: string): Promise<RecordingsOutcome>;
  /** The sound as a WAV file. `signal` ends the download. */
  download(sid: string, signal: AbortSignal): Promise<DownloadOutcome>;
  /** Stops recording a live call for a while, or goes on. What is missing is silence in the sound, so that times stay right. */
  pause(carrierSid: string, paused: boolean): Promise<PauseOutcome>;
  /** Ends the recording of a live call, which goes on. */
  stop(carrierSid: string): Promise<PauseOutcome>;
  /** Deletes the sound at the carrier. */
  remove(sid: string): Promise<RemovalOutcome>;
}

export interface CarrierRecording {
  readonly sid: string;
  /** The carrier's id of the call. */
  readonly carrierSid: string;
  /** `running`: not complete yet. `absent`: the carrier has no sound. */
  readonly state: 'running' | 'complete' | 'absent';
  /** Whole seconds, as the carrier states them. */
  readonly seconds: number | null;
  readonly channels: number | null;
  readonly startedAt: Date | null;
  /** The carrier's error code, where it has one. */
  readonly errorCode: number | null;
}

export type RecordingsOutcome =
  | { readonly kind: 'found'; readonly recordings: readonly CarrierRecording[] }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type DownloadOutcome =
  /** `size` is null where the carrier does not state it. The body is to be read or destroyed. */
  | { readonly kind: 'found'; readonly size: number | null; readonly body: Readable }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type PauseOutcome =
  | { readonly kind: 'done' }
  /** Nothing of this call is being recorded, or it cannot pause. */
  | { readonly kind: 'refused' }
  /** Nothing is known: it may have been done. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type RemovalOutcome =
  /** It is not there any more, or was not there. */
  | { readonly kind: 'gone' }
  /** Nothing is known, or the carrier refuses for now: ask again. */
  | { readonly kind: 'unavailable'; readonly detail: string };

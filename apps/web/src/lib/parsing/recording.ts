import type { RecordingState } from '@parley/contract';
import { asNumber, asObject, asString, type OpenEnum } from './json.ts';

type PausedBy = 'person' | 'tool';

export interface Recording {
  state: OpenEnum<RecordingState>;
  /** What a person is told about it. */
  sentence: string | null;
  milliseconds: number | null;
  /** Counted from 1. */
  agentChannel: number;
  /** Loudness over time, from 0 to 100, for each channel. */
  peaks: readonly (readonly number[])[];
  canRetry: boolean;
  /** Who has paused it, as the carrier has confirmed. */
  paused: PausedBy | null;
  /** Who wants it to pause, which the carrier has not confirmed yet. */
  pausing: PausedBy | null;
  /** The carrier did not answer the pause that it was told last. */
  pauseUnanswered: boolean;
  canPause: boolean;
  /** How long after the call was answered the sound begins; null: it is not known. */
  offsetMs: number | null;
}

/** Null: there is none (any more). */
export interface RecordingResult {
  recording: Recording | null;
}

export function parseRecording(body: unknown): RecordingResult | undefined {
  const result = asObject(body);
  if (result === null) return undefined;
  if (result.recording == null) return { recording: null };
  const fields = asObject(result.recording);
  const state = asString(fields?.state);
  if (fields === null || state === null) return undefined;
  const channels = asObject(fields.peaks)?.channels;
  return {
    recording: {
      state,
      sentence: asString(fields.sentence),
      milliseconds: asNumber(fields.milliseconds),
      agentChannel: asNumber(fields.agentChannel) ?? 2,
      peaks: Array.isArray(channels) ? channels.map(parsePeaks) : [],
      canRetry: fields.canRetry === true,
      paused: parsePausedBy(fields.paused),
      pausing: parsePausedBy(fields.pausing),
      pauseUnanswered: fields.pauseUnanswered === true,
      canPause: fields.canPause === true,
      offsetMs: asNumber(fields.offsetMs),
    },
  };
}

const parsePausedBy = (value: unknown): PausedBy | null =>
  value === 'person' || value === 'tool' ? value : null;

const parsePeaks = (list: unknown): number[] =>
  Array.isArray(list) ? list.map((peak) => Math.min(100, Math.max(0, asNumber(peak) ?? 0))) : [];

/** From where the sound can be fetched for a while. */
export const parseRecordingAddress = (body: unknown): string | null => {
  const url = asString(asObject(body)?.url);
  return url?.startsWith('/') ? url : null;
};

import { Recorder } from './recorder.ts';

/**
 * `added` is what a turn took beyond the model's own time; `abort` from an interruption to the model being let go; `lag`
 * how late the load's own timers were.
 */
export const relayTimings = ['added', 'abort', 'lag'] as const;
export type RelayTiming = (typeof relayTimings)[number];
export type RelayRecorder = Recorder<RelayTiming>;
export const relayRecorder = (): RelayRecorder => new Recorder(relayTimings);

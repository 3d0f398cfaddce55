import { Recorder } from './recorder.ts';

/**
 * `up` is from the carrier to the model, `down` back; `around` up and at once down again; `reaction` from "somebody
 * speaks" to "forget what you have not played"; `lag` how late the clock of the load itself was.
 */
export const streamTimings = ['up', 'down', 'around', 'reaction', 'lag'] as const;
export type StreamTiming = (typeof streamTimings)[number];
export type StreamRecorder = Recorder<StreamTiming>;
export const streamRecorder = (): StreamRecorder => new Recorder(streamTimings);

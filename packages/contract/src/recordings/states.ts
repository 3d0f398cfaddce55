/**
 * How far the recording of a call is. `recording`: it was asked for, and the call may still be up. `fetching`: it is taken
 * over from the carrier. `absent`: the carrier says that there is none. `failed`: it could not be taken over.
 */
export const recordingStates = ['recording', 'fetching', 'ready', 'absent', 'failed'] as const;
export type RecordingState = (typeof recordingStates)[number];

import * as z from 'zod/mini';

/**
 * How far the recording of a call is. `recording`: it was asked for, and the call may still be up. `fetching`: it is taken
 * over from the carrier. `absent`: the carrier says that there is none. `failed`: it could not be taken over.
 */
export const recordingStates = ['recording', 'fetching', 'ready', 'absent', 'failed'] as const;
export type RecordingState = (typeof recordingStates)[number];

/**
 * When and why the recording of a call was deleted that is still there. `recordings`: it was older than the organization keeps
 * recordings; `transcripts`: than it keeps transcripts. Null or left out: none was.
 */
export const recordingDeleted = z.object({
  at: z.iso.datetime(),
  with: z.enum(['recordings', 'transcripts']),
});
export type RecordingDeleted = z.infer<typeof recordingDeleted>;

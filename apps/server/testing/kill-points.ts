/** Points in the lifecycle of an outbound call at which a test kills the server. */
export const dialingKillPoints = ['inserted', 'sending', 'created', 'ringing', 'live'] as const;

/** Later ones: a transcript entry is stored, the call has ended, its summary is stored. */
export const conversationKillPoints = ['spoken', 'ended', 'summarized'] as const;

/** Of a tool call: it is stored, the other side has answered, its end is stored. */
export const toolKillPoints = ['tool stored', 'tool answered', 'tool ended'] as const;

/**
 * Of a recording: its row is stored, a job begins to store its file, has stored it, its row says so; the carrier has deleted
 * its own, before that is stored.
 */
export const recordingKillPoints = [
  'recording begun',
  'recording held',
  'recording put',
  'recording ready',
  'recording removed',
] as const;

export const killPoints = [...dialingKillPoints, ...conversationKillPoints] as const;
export type KillPoint =
  | (typeof killPoints)[number]
  | (typeof toolKillPoints)[number]
  | (typeof recordingKillPoints)[number];

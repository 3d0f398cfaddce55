/** Points in the life of an outbound call at which a test lets a server die. */
export const dialPoints = ['inserted', 'sending', 'created', 'ringing', 'live'] as const;

/** Points behind them: a line of the transcript is stored, the call is over, its summary is there. */
export const talkPoints = ['spoken', 'ended', 'summed-up'] as const;

export const stopPoints = [...dialPoints, ...talkPoints] as const;
export type StopPoint = (typeof stopPoints)[number];

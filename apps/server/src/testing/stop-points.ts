/** Points in the life of an outbound call at which a test lets a server die. */
export const stopPoints = ['inserted', 'sending', 'created', 'ringing', 'live'] as const;
export type StopPoint = (typeof stopPoints)[number];

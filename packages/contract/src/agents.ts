import * as z from 'zod/mini';

export const agentId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[a-z0-9][a-z0-9-]*$/));

export const voiceEngine = z.enum(['relay', 'realtime'], 'Choose one of these: relay, realtime.');
export type VoiceEngine = z.infer<typeof voiceEngine>;

export const agent = z.object({
  id: agentId,
  displayName: z.string(),
  /** Its caller id for outbound calls, and the number of its inbound calls. */
  phoneNumber: z.nullable(z.string()),
  engine: voiceEngine,
});
export type Agent = z.infer<typeof agent>;

/** Active and published agents; of archived ones the names, for their calls. */
export const agentsResponse = z.object({
  agents: z.array(agent),
  archived: z.optional(z.array(z.object({ id: agentId, displayName: z.string() }))),
});

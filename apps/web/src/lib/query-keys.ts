/** The cache keys of responses. */
export const queryKeys = {
  agents: ['agents'],
  /** One agent as it is edited. */
  agent: (agentId: string) => ['agent', agentId],
  calls: ['calls'],
  call: (callId: string) => ['call', callId],
  templates: ['templates'],
  organization: ['organization'],
} as const;

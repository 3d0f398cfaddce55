/** The cache keys of responses. */
export const queryKeys = {
  agents: ['agents'],
  calls: ['calls'],
  call: (callId: string) => ['call', callId],
  templates: ['templates'],
  organization: ['organization'],
} as const;

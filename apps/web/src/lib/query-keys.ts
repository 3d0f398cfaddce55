/** The names under which answers are cached. */
export const queryKeys = {
  agents: ['agents'],
  calls: ['calls'],
  call: (callId: string) => ['call', callId],
  templates: ['templates'],
} as const;

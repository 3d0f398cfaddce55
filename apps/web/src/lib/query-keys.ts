/** The cache keys of responses. */
export const queryKeys = {
  /** Also the beginning of the keys below, so that a changed agent outdates them all. */
  agents: ['agents'],
  agentCards: ['agents', 'cards'],
  /** One agent as it is edited. */
  agent: (agentId: string) => ['agents', 'edited', agentId],
  agentVersions: (agentId: string) => ['agents', 'versions', agentId],
  agentVersion: (agentId: string, version: number) => ['agents', 'version', agentId, version],
  agentChanges: (agentId: string, from: string, to: string) => ['agents', 'changes', agentId, from, to],
  numbers: ['agents', 'numbers'],
  questions: (agentId: string) => ['agents', 'questions', agentId],
  calls: ['calls'],
  call: (callId: string) => ['call', callId],
  templates: ['templates'],
  organization: ['organization'],
  connections: ['connections'],
  /** Below the connections: each change of those may change it. */
  calling: ['connections', 'calling'],
  /** Not a response: a part of the page that is loaded on demand. */
  code: (part: string) => ['code', part],
} as const;

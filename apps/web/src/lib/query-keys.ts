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
  recording: (callId: string) => ['call', callId, 'recording'],
  callExport: (id: string) => ['call-export', id],
  exportPreview: <Filters extends object>(filters: Filters) => ['call-export', 'preview', filters],
  /** The beginning of the keys below: what was found by a search or filters. */
  found: ['found-calls'],
  foundTops: ['found-calls', 'top'],
  /** The latest first page of a search, and all of its loaded pages. */
  foundTop: (values: object) => ['found-calls', 'top', values],
  foundPages: (values: object) => ['found-calls', 'pages', values],
  callViews: ['call-views'],
  /** What the filters of the call list offer; outdated with the agents. */
  fieldsOfAgent: (agentId: string) => ['agents', 'outcome-fields', agentId],
  /** The beginning of the keys below: a changed name may stand on all of them. */
  contacts: ['contacts'],
  contactList: (search: string) => ['contacts', 'list', search],
  contact: (number: string) => ['contacts', 'number', number],
  callsOfNumber: (number: string) => ['contacts', 'calls', number],
  imports: ['contact-imports'],
  import: (importId: string) => ['contact-imports', importId],
  /** The beginning of the keys below. */
  doNotCall: ['do-not-call'],
  doNotCallList: (search: string, unconfirmed: boolean) => ['do-not-call', search, unconfirmed],
  /** The beginning of the keys below. */
  campaigns: ['campaigns'],
  campaignList: ['campaigns', 'list'],
  campaign: (id: string) => ['campaigns', 'one', id],
  /** Rows of a file, with the filter that found them. */
  recipients: <Filter extends object>(id: string, filter: Filter) => ['campaigns', 'one', id, 'rows', filter],
  campaignPreview: (id: string) => ['campaigns', 'one', id, 'preview'],
  campaignProgress: (id: string) => ['campaigns', 'one', id, 'progress'],
  campaignEvents: (id: string) => ['campaigns', 'one', id, 'events'],
  campaignAttempts: (id: string, row: number) => ['campaigns', 'one', id, 'row', row],
  campaignReport: (id: string) => ['campaigns', 'one', id, 'report'],
  consentRules: ['consent-rules'],
  erasures: ['data', 'erasures'],
  retention: ['data', 'retention'],
  recordingSettings: ['data', 'recordings'],
  templates: ['templates'],
  organization: ['organization'],
  /** Changed limits outdate it with the settings. */
  spending: ['organization', 'spending'],
  timeZone: ['organization', 'time-zone'],
  signInPolicy: ['sign-in-policy'],
  secondFactor: ['account', 'second-factor'],
  ownSessions: ['account', 'sessions'],
  /** The beginning of the keys below. */
  followUps: ['follow-ups'],
  followUpLists: ['follow-ups', 'list'],
  /** One list; the filter stays the last part. */
  followUpList: <Filter extends object>(filter: Filter) => ['follow-ups', 'list', filter],
  followUp: (id: string) => ['follow-ups', 'one', id],
  followUpCounts: ['follow-ups', 'counts'],
  deskPeople: ['follow-ups', 'people'],
  /** Names found while a number is typed. */
  contactSuggestions: (text: string) => ['contacts', 'suggestions', text],
  /** The beginning of the keys below: whatever changes a connection may change what can be called. */
  connections: ['connections'],
  connectionList: ['connections', 'list'],
  calling: ['connections', 'calling'],
  goLive: ['connections', 'go-live'],
  phoneNumbers: (connectionId: string) => ['connections', 'numbers', connectionId],
  localModels: ['connections', 'local-models'],
  /** Not of the connections: it stays as it was asked, whatever is changed. */
  connectedModels: (connectionId: string) => ['connected-models', connectionId],
  /** The beginning of the keys below. */
  tools: ['tools'],
  toolList: ['tools', 'list'],
  tool: (id: string) => ['tools', 'one', id],
  toolSecrets: ['tools', 'secrets'],
  mcpServers: ['tools', 'mcp'],
  people: ['people'],
  apiKeys: ['api-keys'],
  webhooks: ['webhooks'],
  report: <Query extends object>(query: Query) => ['report', query],
  auditList: <Filter extends object>(filter: Filter) => ['audit', 'list', filter],
  auditEntry: (id: string) => ['audit', 'one', id],
  auditActors: ['audit', 'actors'],
  /** Not a response: a part of a page that is loaded on demand. */
  code: (part: string) => ['code', part],
} as const;

/** Every path of the app. */
export const paths = {
  home: '/',
  about: '/about',
  /** The reference of the API. */
  apiDocs: '/docs/api',
  signIn: '/sign-in',
  resetPassword: '/sign-in/reset',
  signUp: '/sign-up',
  invitation: '/invitation',
  accessDenied: '/access-denied',
  app: '/app',
  feature: '/app/feature',
  featureDetails: '/app/feature/details',
  calls: '/app/voice-agents',
  newCall: '/app/voice-agents/new',
  call: (callId: string) => `/app/voice-agents/${encodeURIComponent(callId)}`,
  followUps: '/app/follow-ups',
  followUp: (id: string) => `/app/follow-ups?open=${encodeURIComponent(id)}`,
  contacts: '/app/contacts',
  /** Everything about a number. */
  contact: (number: string) => `/app/contacts/${encodeURIComponent(number)}`,
  /** The same, with the form for a name open. */
  addContact: (number: string) => `/app/contacts/${encodeURIComponent(number)}?add=open`,
  campaigns: '/app/campaigns',
  newCampaign: '/app/campaigns/new',
  campaign: (id: string) => `/app/campaigns/${encodeURIComponent(id)}`,
  /** A step of making one. */
  campaignStep: (id: string, step: string) => `/app/campaigns/${encodeURIComponent(id)}/${step}`,
  reports: '/app/reports',
  tasks: '/app/tasks',
  calendar: '/app/calendar',
  team: '/app/team',
  settings: '/app/settings',
  /** One's own: second factor and sessions. */
  account: '/app/settings/account',
  templates: '/app/settings/templates',
  organization: '/app/settings/organization',
  connections: '/app/settings/connections',
  /** It leads back; with a kind, the numbers or the limits, their dialog is open. */
  connectionFromGoLive: (card: string | null) =>
    `/app/settings/connections?from=go-live${card === null ? '' : `&card=${card}`}`,
  goLive: '/app/go-live',
  agents: '/app/settings/agents',
  agent: (agentId: string) => `/app/settings/agents/${encodeURIComponent(agentId)}`,
  agentVersion: (agentId: string, version: number) =>
    `/app/settings/agents/${encodeURIComponent(agentId)}?section=history&version=${version}`,
  doNotCall: '/app/settings/do-not-call',
  consent: '/app/settings/consent',
  data: '/app/settings/data',
  audit: '/app/settings/audit',
  tools: '/app/settings/tools',
  newTool: '/app/settings/tools/new',
  tool: (toolId: string) => `/app/settings/tools/${encodeURIComponent(toolId)}`,
  people: '/app/settings/people',
  developers: '/app/settings/developers',
  mcpServer: (serverId: string) => `/app/settings/tools/mcp/${encodeURIComponent(serverId)}`,
} as const;

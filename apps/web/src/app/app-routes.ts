import type { RouteObject } from 'react-router';
import { lazyPage, lazyScreen } from './lazy-page.tsx';
import { PageError } from './page-error.tsx';
import { needs } from './page-handle.ts';

/** The pages inside the shell. */
const pages: RouteObject[] = [
  {
    index: true,
    lazy: lazyPage(async () => (await import('./routes/app/dashboard.tsx')).DashboardPage),
  },
  {
    path: 'feature',
    lazy: lazyPage(async () => (await import('./routes/app/feature.tsx')).FeaturePage),
  },
  {
    path: 'feature/details',
    lazy: lazyPage(async () => (await import('./routes/app/coming-soon-pages.tsx')).FeatureDetailsPage),
  },
  {
    path: 'voice-agents',
    ...needs('calls.read'),
    lazy: lazyPage(async () => (await import('./routes/app/voice-agents.tsx')).VoiceAgentsPage),
  },
  {
    path: 'voice-agents/new',
    ...needs('calls.place'),
    lazy: lazyPage(async () => (await import('./routes/app/voice-agents-new.tsx')).NewCallPage),
  },
  {
    path: 'voice-agents/:callId',
    ...needs('calls.read'),
    lazy: lazyPage(async () => (await import('./routes/app/voice-agent-call.tsx')).CallPage),
  },
  {
    path: 'follow-ups',
    ...needs('follow-ups.read'),
    lazy: lazyPage(async () => (await import('./routes/app/follow-ups.tsx')).FollowUpsPage),
  },
  {
    path: 'contacts',
    ...needs('contacts.read'),
    lazy: lazyPage(async () => (await import('./routes/app/contacts.tsx')).ContactsPage),
  },
  {
    path: 'contacts/:number',
    ...needs('contacts.read'),
    lazy: lazyPage(async () => (await import('./routes/app/contact.tsx')).ContactPage),
  },
  {
    path: 'campaigns',
    ...needs('campaigns.read'),
    lazy: lazyPage(async () => (await import('./routes/app/campaigns.tsx')).CampaignsPage),
  },
  {
    path: 'campaigns/new',
    ...needs('campaigns.write'),
    lazy: lazyPage(async () => (await import('./routes/app/campaign-new.tsx')).NewCampaignPage),
  },
  {
    path: 'campaigns/:campaignId',
    ...needs('campaigns.read'),
    lazy: lazyPage(async () => (await import('./routes/app/campaign.tsx')).CampaignPage),
  },
  {
    path: 'campaigns/:campaignId/:step',
    ...needs('campaigns.read'),
    lazy: lazyPage(async () => (await import('./routes/app/campaign.tsx')).CampaignPage),
  },
  {
    path: 'reports',
    ...needs('reports.read'),
    lazy: lazyPage(async () => (await import('./routes/app/reports.tsx')).ReportsPage),
  },
  {
    path: 'tasks',
    lazy: lazyPage(async () => (await import('./routes/app/coming-soon-pages.tsx')).TasksPage),
  },
  {
    path: 'calendar',
    lazy: lazyPage(async () => (await import('./routes/app/coming-soon-pages.tsx')).CalendarPage),
  },
  {
    path: 'team',
    lazy: lazyPage(async () => (await import('./routes/app/coming-soon-pages.tsx')).TeamPage),
  },
  {
    path: 'settings',
    lazy: lazyPage(async () => (await import('./routes/app/coming-soon-pages.tsx')).SettingsPage),
  },
  {
    path: 'settings/account',
    lazy: lazyPage(async () => (await import('./routes/app/settings-account.tsx')).AccountPage),
  },
  {
    path: 'settings/templates',
    ...needs('templates.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-templates.tsx')).TemplatesPage),
  },
  {
    path: 'settings/organization',
    lazy: lazyPage(async () => (await import('./routes/app/settings-organization.tsx')).OrganizationPage),
  },
  {
    path: 'settings/connections',
    ...needs('connections.manage'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-connections.tsx')).ConnectionsPage),
  },
  {
    path: 'go-live',
    ...needs('connections.manage'),
    lazy: lazyPage(async () => (await import('./routes/app/go-live.tsx')).GoLivePage),
  },
  {
    path: 'settings/agents',
    ...needs('agents.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-agents.tsx')).AgentsPage),
  },
  {
    path: 'settings/agents/:agentId',
    ...needs('agents.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-agent.tsx')).AgentPage),
  },
  {
    path: 'settings/tools',
    ...needs('tools.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-tools.tsx')).ToolsPage),
  },
  {
    path: 'settings/tools/new',
    ...needs('tools.write'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-tool.tsx')).NewToolPage),
  },
  {
    path: 'settings/tools/mcp/:serverId',
    ...needs('tools.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-mcp-server.tsx')).McpServerPage),
  },
  {
    path: 'settings/tools/:toolId',
    ...needs('tools.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-tool.tsx')).ToolPage),
  },
  {
    path: 'settings/do-not-call',
    ...needs('dnc.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-do-not-call.tsx')).DoNotCallPage),
  },
  {
    path: 'settings/consent',
    ...needs('campaigns.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-consent.tsx')).ConsentPage),
  },
  {
    path: 'settings/people',
    ...needs('people.manage'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-people.tsx')).PeoplePage),
  },
  {
    path: 'settings/data',
    ...needs('data.manage'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-data.tsx')).DataPage),
  },
  {
    path: 'settings/developers',
    ...needs('keys.manage'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-developers.tsx')).DevelopersPage),
  },
  {
    path: 'settings/audit',
    ...needs('audit.read'),
    lazy: lazyPage(async () => (await import('./routes/app/settings-audit.tsx')).AuditPage),
  },
  {
    path: '*',
    lazy: lazyPage(async () => (await import('./routes/app/not-found.tsx')).AppNotFoundPage),
  },
];

/** Everything behind the access guard. */
export const appRoutes: RouteObject[] = [
  {
    path: '/app',
    lazy: lazyScreen(async () => (await import('./routes/app/layout.tsx')).AppLayout),
    children: [{ ErrorBoundary: PageError, children: pages }],
  },
];

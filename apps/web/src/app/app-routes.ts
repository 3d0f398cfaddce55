import type { RouteObject } from 'react-router';

/** Everything behind the access guard. */
export const appRoutes: RouteObject[] = [
  {
    path: '/app',
    lazy: async () => ({ Component: (await import('./routes/app/layout.tsx')).AppLayout }),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./routes/app/dashboard.tsx')).DashboardPage }),
      },
      {
        path: 'feature',
        lazy: async () => ({ Component: (await import('./routes/app/feature.tsx')).FeaturePage }),
      },
      {
        path: 'feature/details',
        lazy: async () => ({
          Component: (await import('./routes/app/coming-soon-pages.tsx')).FeatureDetailsPage,
        }),
      },
      {
        path: 'voice-agents',
        lazy: async () => ({ Component: (await import('./routes/app/voice-agents.tsx')).VoiceAgentsPage }),
      },
      {
        path: 'voice-agents/new',
        lazy: async () => ({ Component: (await import('./routes/app/voice-agents-new.tsx')).NewCallPage }),
      },
      {
        path: 'voice-agents/:callId',
        lazy: async () => ({ Component: (await import('./routes/app/voice-agent-call.tsx')).CallPage }),
      },
      {
        path: 'tasks',
        lazy: async () => ({ Component: (await import('./routes/app/coming-soon-pages.tsx')).TasksPage }),
      },
      {
        path: 'calendar',
        lazy: async () => ({ Component: (await import('./routes/app/coming-soon-pages.tsx')).CalendarPage }),
      },
      {
        path: 'team',
        lazy: async () => ({ Component: (await import('./routes/app/coming-soon-pages.tsx')).TeamPage }),
      },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./routes/app/coming-soon-pages.tsx')).SettingsPage }),
      },
      {
        path: 'settings/templates',
        lazy: async () => ({
          Component: (await import('./routes/app/settings-templates.tsx')).TemplatesPage,
        }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./routes/app/not-found.tsx')).AppNotFoundPage }),
      },
    ],
  },
];

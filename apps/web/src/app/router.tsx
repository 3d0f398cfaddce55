import { createBrowserRouter, type RouteObject } from 'react-router';
import { appRoutes } from './app-routes.ts';
import { lazyScreen } from './lazy-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { ErrorScreen } from './page-error.tsx';
import { RootLayout } from './root-layout.tsx';

/** Every page is a chunk of its own; the landing page loads no code of the app. */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: LoadingScreen,
    children: [
      {
        path: '/',
        lazy: lazyScreen(async () => (await import('./routes/landing-layout.tsx')).LandingLayout),
        children: [
          { index: true, lazy: lazyScreen(async () => (await import('./routes/home.tsx')).HomePage) },
          {
            path: 'about',
            lazy: lazyScreen(async () => (await import('./routes/about.tsx')).AboutPage),
          },
          {
            path: 'docs/api',
            lazy: lazyScreen(async () => (await import('./routes/api-docs.tsx')).ApiDocsPage),
          },
        ],
      },
      {
        path: '/sign-in/reset',
        lazy: lazyScreen(async () => (await import('./routes/reset-password.tsx')).ResetPasswordPage),
      },
      {
        path: '/sign-in/*',
        lazy: lazyScreen(async () => (await import('./routes/sign-in.tsx')).SignInPage),
      },
      {
        path: '/sign-up/*',
        lazy: lazyScreen(async () => (await import('./routes/sign-up.tsx')).SignUpPage),
      },
      {
        path: '/invitation',
        lazy: lazyScreen(async () => (await import('./routes/invitation.tsx')).InvitationPage),
      },
      {
        path: '/access-denied',
        lazy: lazyScreen(async () => (await import('./routes/access-denied.tsx')).AccessDeniedPage),
      },
      ...appRoutes,
      { path: '*', lazy: lazyScreen(async () => (await import('./routes/not-found.tsx')).NotFoundPage) },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

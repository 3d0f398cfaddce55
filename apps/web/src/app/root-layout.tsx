import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SessionProvider } from '../features/session/session-provider.tsx';
import { focusHeading } from './focus-heading.ts';
import { paths } from './paths.ts';

export function RootLayout() {
  return (
    <SessionProvider paths={paths}>
      <Outlet />
      <HeadingFocus />
      <ScrollRestoration />
    </SessionProvider>
  );
}

function HeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
  return null;
}

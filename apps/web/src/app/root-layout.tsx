import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SessionProvider } from '../features/session/session-provider.tsx';
import { focusHeading } from './focus-heading.ts';
import { paths } from './paths.ts';

export function RootLayout() {
  return (
    <SessionProvider paths={paths}>
      <Outlet />
      <HeadingFocus />
      <ScrollRestoration getKey={placeKey} />
    </SessionProvider>
  );
}

/** The list stands as it was left, also for a link that leads back to it; every other page begins at its top. */
function placeKey({ pathname, key }: Location): string {
  return pathname === paths.calls ? pathname : key;
}

function HeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page that knows better where one was has given the focus already.
    if (document.activeElement?.matches('main *:not(h1)') !== true) focusHeading();
  }, [pathname]);
  return null;
}

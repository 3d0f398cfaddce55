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
      <ScrollRestoration getKey={scrollKey} />
    </SessionProvider>
  );
}

/** The call list keeps its scroll position, also when it is opened by a link; every other page begins at the top. */
function scrollKey({ pathname, key }: Location): string {
  return pathname === paths.calls ? pathname : key;
}

function HeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The page may have set the focus itself, as the call list does.
    if (document.activeElement?.matches('main *:not(h1)') !== true) focusHeading();
  }, [pathname]);
  return null;
}

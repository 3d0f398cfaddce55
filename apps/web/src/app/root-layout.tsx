import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SessionProvider } from '../features/session/session-provider.tsx';
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

/** After a change of page the focus goes to its heading, so that a screen reader says where one is. */
function HeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

import { lazy, type ReactNode, Suspense } from 'react';
import type { SignedIn } from '../../features/session/session.ts';
import { paths } from '../paths.ts';
import { SkipLink } from '../skip-link.tsx';
import { CallingBar } from './calling-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Loaded later: it is needed from 80 % of a limit on. Without it the desk works as well. */
const SpendingBar = lazy(() =>
  import('../../features/costs/spending-bar.tsx')
    .then((loaded) => ({ default: loaded.SpendingBar }))
    .catch(() => ({ default: () => null })),
);

/** The layout of every page of the app: a sidebar in a wide window, a top bar with a drawer in a narrow one. */
export function AppShell({ session, children }: { session: SignedIn; children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <SkipLink />
      <aside aria-label="Sidebar" className="hidden border-r lg:block print:hidden">
        <div className="sticky top-0 h-dvh">
          <Sidebar session={session} />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col">
        <TopBar session={session} />
        <CallingBar />
        <Suspense>
          <SpendingBar settingsPath={paths.organization} />
        </Suspense>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-8 sm:py-8 print:max-w-none print:p-0"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

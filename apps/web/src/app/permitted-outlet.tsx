import { notPermittedSentence } from '@parley/contract';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, useLocation, useMatches } from 'react-router';
import { useMay } from '../lib/permissions.ts';
import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import type { PageHandle } from './page-handle.ts';
import { paths } from './paths.ts';
import type { PageContext } from './previous-page.ts';

/** The page, for those who have its permission; others are told that they have not, inside the shell. */
export function PermittedOutlet({ context }: { context: PageContext }) {
  const may = useMay();
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const isPermitted = handles.every((handle) => may(handle?.permission ?? null));
  const { pathname } = useLocation();
  const [shownPath, setShownPath] = useState<string | null>(null);
  if (isPermitted && shownPath !== pathname) setShownPath(pathname);
  return isPermitted ? <Outlet context={context} /> : <NoPermissionPage wasShown={shownPath === pathname} />;
}

interface NoPermissionPageProps {
  /** The role was taken away while the page was open. */
  wasShown: boolean;
}

function NoPermissionPage({ wasShown }: NoPermissionPageProps) {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <DocumentTitle>No Permission</DocumentTitle>
      <LockKeyhole aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.5} />
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        No permission
      </h1>
      <p role="status" className="max-w-md text-ink-2">
        {notPermittedSentence}
        {wasShown &&
          ' It did when you opened this page. What you typed and did not save stays in this tab, and is there again once you have the role back.'}
      </p>
      <Button asChild>
        <Link to={paths.app}>Go to the dashboard</Link>
      </Button>
    </div>
  );
}

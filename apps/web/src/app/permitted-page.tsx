import { notPermittedSentence, type Permission } from '@parley/contract';
import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { useMay } from '../lib/permissions.ts';
import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { type Lazy, type Load, lazyPage } from './lazy-page.tsx';
import { paths } from './paths.ts';

/** A lazily loaded page for those who have the permission; others are told that they have not. */
export function permittedPage(permission: Permission, load: Load): Lazy {
  return lazyPage(async () => {
    const Page = await load();
    return function PermittedPage() {
      const may = useMay();
      return may(permission) ? <Page /> : <NoPermissionPage />;
    };
  });
}

function NoPermissionPage() {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <DocumentTitle>No Permission</DocumentTitle>
      <LockKeyhole aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.5} />
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        No permission
      </h1>
      <p role="status" className="max-w-md text-ink-2">
        {notPermittedSentence}
      </p>
      <Button asChild>
        <Link to={paths.app}>Go to the dashboard</Link>
      </Button>
    </div>
  );
}

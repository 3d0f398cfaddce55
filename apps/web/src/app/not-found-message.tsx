import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { paths } from './paths.ts';

export function NotFoundMessage() {
  return (
    <>
      <DocumentTitle>Page Not Found</DocumentTitle>
      <p className="font-medium text-ink-3">404</p>
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        Page Not Found
      </h1>
      <p className="text-ink-2">
        There is nothing at this address. It may have moved, or the link has a typo.
      </p>
      <Button asChild look="primary">
        <Link to={paths.home}>Back to Home</Link>
      </Button>
    </>
  );
}

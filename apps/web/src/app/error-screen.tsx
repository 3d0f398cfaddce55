import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { CenteredScreen } from './centered-screen.tsx';

/** The last resort: a page that failed to load or to draw. After a new release its old parts are gone. */
export function ErrorScreen() {
  return (
    <CenteredScreen>
      <DocumentTitle>Something Went Wrong</DocumentTitle>
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        Something went wrong
      </h1>
      <p className="text-ink-2">This page could not be shown. Reloading it usually helps.</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </CenteredScreen>
  );
}

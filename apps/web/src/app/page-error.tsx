import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { CenteredScreen } from './centered-screen.tsx';

/** Fills the window: the layout itself failed to render. */
export function ErrorScreen() {
  return (
    <CenteredScreen>
      <ErrorMessage />
    </CenteredScreen>
  );
}

/** A page that failed to render; the shell around it stays. */
export function PageError() {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <ErrorMessage />
    </div>
  );
}

function ErrorMessage() {
  return (
    <>
      <DocumentTitle>Something Went Wrong</DocumentTitle>
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        Something went wrong
      </h1>
      <p className="text-ink-2">This page could not be shown. Reloading it usually helps.</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </>
  );
}

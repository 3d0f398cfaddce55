import { CloudOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { LoadingNote } from '../ui/spinner.tsx';
import { CenteredScreen } from './centered-screen.tsx';
import { focusLateHeading } from './focus-heading.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { renewedBy } from './renewed-by.ts';
import { useLate } from './use-late.ts';

type Load = () => Promise<ComponentType>;
type Lazy = () => Promise<{ Component: ComponentType }>;

/** As long as this the page before stays, so that a page which comes soon comes without a flicker. */
const patienceMs = 300;

/** A page of its own chunk, shown in the whole window. */
export function lazyScreen(load: Load): Lazy {
  return lazily(load, {
    loading: <LoadingScreen />,
    around: (children) => <CenteredScreen>{children}</CenteredScreen>,
  });
}

/** A page of its own chunk inside the shell, which stays whatever happens to the page. */
export function lazyPage(load: Load): Lazy {
  return lazily(load, {
    loading: <LoadingNote className="py-32">Loading...</LoadingNote>,
    around: (children) => <div className="grid justify-items-start gap-4 py-12">{children}</div>,
  });
}

interface Frame {
  loading: ReactNode;
  around: (children: ReactNode) => ReactNode;
}

/** Never rejects: a router that cannot load a page would take down everything around it. */
function lazily(load: Load, frame: Frame): Lazy {
  return async () => {
    const early = await Promise.race([load().catch(() => null), patience()]);
    return { Component: early ?? latePage(load, frame) };
  };
}

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs, null));
}

function latePage(load: Load, { loading, around }: Frame): ComponentType {
  let known: ComponentType | null = null;
  const loadAndKeep = async () => {
    known = await renewedBy(load);
    return known;
  };
  return function LatePage() {
    const { value: Page, failed, trying, retry } = useLate(loadAndKeep, known);
    const wasHere = useRef(Page !== null);
    // The first page of a visit begins at its top, where the skip link is.
    const isFirst = useLocation().key === 'default';
    useEffect(() => {
      if (!isFirst && !wasHere.current && (Page !== null || failed)) focusLateHeading();
    }, [Page, failed, isFirst]);
    if (Page !== null) return <Page />;
    return failed ? around(<PageAway trying={trying} onRetry={retry} />) : loading;
  };
}

function PageAway({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  return (
    <>
      <DocumentTitle>Page Not Loaded</DocumentTitle>
      <CloudOff aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.5} />
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        This page could not be loaded
      </h1>
      <p role="status" className="max-w-md text-ink-2">
        The server cannot be reached. The page comes by itself as soon as it answers.
      </p>
      <Button busy={trying} onClick={onRetry}>
        Retry
      </Button>
    </>
  );
}

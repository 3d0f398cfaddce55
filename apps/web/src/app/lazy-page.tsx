import { CloudOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { reloadOnStaleChunk } from '../lib/stale-chunks.ts';
import { Button } from '../ui/button.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { LoadingNote } from '../ui/spinner.tsx';
import { CenteredScreen } from './centered-screen.tsx';
import { focusHeadingUnlessFocusMoved } from './focus-heading.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { useRetriedLoad } from './use-retried-load.ts';

type Load = () => Promise<ComponentType>;
type Lazy = () => Promise<{ Component: ComponentType }>;

/** The previous page stays for this long, so that a page that loads quickly does not flicker. */
const fallbackDelayMs = 300;

/** A lazily loaded page that fills the window. */
export function lazyScreen(load: Load): Lazy {
  return lazyRoute(load, {
    loading: <LoadingScreen />,
    wrap: (children) => <CenteredScreen>{children}</CenteredScreen>,
  });
}

/** A lazily loaded page inside the shell, which stays when the page fails to load. */
export function lazyPage(load: Load): Lazy {
  return lazyRoute(load, {
    loading: <LoadingNote className="py-32">Loading...</LoadingNote>,
    wrap: (children) => <div className="grid justify-items-start gap-4 py-12">{children}</div>,
  });
}

interface Frame {
  loading: ReactNode;
  wrap: (children: ReactNode) => ReactNode;
}

/** Never rejects: the router would replace the whole layout with its error page. */
function lazyRoute(load: Load, frame: Frame): Lazy {
  return async () => {
    const loaded = await Promise.race([load().catch(() => null), fallbackDelay()]);
    return { Component: loaded ?? retriedPage(load, frame) };
  };
}

function fallbackDelay(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, fallbackDelayMs, null));
}

function retriedPage(load: Load, { loading, wrap }: Frame): ComponentType {
  let cached: ComponentType | null = null;
  const loadAndCache = async () => {
    cached = await reloadOnStaleChunk(load);
    return cached;
  };
  return function RetriedPage() {
    const { value: Page, failed, loading: trying, retry } = useRetriedLoad(loadAndCache, cached);
    const wasLoaded = useRef(Page !== null);
    // On the first page of a visit the focus stays at the top, where the skip link is.
    const isFirst = useLocation().key === 'default';
    useEffect(() => {
      if (!isFirst && !wasLoaded.current && (Page !== null || failed)) focusHeadingUnlessFocusMoved();
    }, [Page, failed, isFirst]);
    if (Page !== null) return <Page />;
    return failed ? wrap(<PageLoadFailed trying={trying} onRetry={retry} />) : loading;
  };
}

export function PageLoadFailed({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
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

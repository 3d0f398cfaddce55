import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLive } from './live-context.ts';

/** A stream that reconnects sooner is not reported. */
const noticeDelayMs = 2_000;

/** Says that the page may be outdated; empty while live updates arrive. */
export function LiveStatus() {
  const live = useLive();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (live) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), noticeDelayMs);
    return () => clearTimeout(timer);
  }, [live]);
  return (
    <p role="status" className="flex items-center gap-1.5 text-ink-3 text-sm">
      {shown && (
        <>
          <CloudOff aria-hidden="true" className="size-4" />
          <span>
            <span className="max-sm:sr-only">Live updates are interrupted. </span>
            Reconnecting...
          </span>
        </>
      )}
    </p>
  );
}

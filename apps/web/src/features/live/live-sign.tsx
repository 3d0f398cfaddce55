import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLive } from './live-context.ts';

/** A stream that is back at once was hardly away. */
const patienceMs = 2_000;

/** Says quietly that the page may be behind; nothing at all while it is not. */
export function LiveSign() {
  const live = useLive();
  const [missed, setMissed] = useState(false);
  useEffect(() => {
    if (live) {
      setMissed(false);
      return;
    }
    const timer = setTimeout(() => setMissed(true), patienceMs);
    return () => clearTimeout(timer);
  }, [live]);
  return (
    <p role="status" className="flex items-center gap-1.5 text-ink-3 text-sm">
      {missed && (
        <>
          <CloudOff aria-hidden="true" className="size-4" />
          <span>
            <span className="max-sm:sr-only">Live updates are away. </span>
            Reconnecting...
          </span>
        </>
      )}
    </p>
  );
}

import { ExternalLink } from 'lucide-react';
import { usePublicConfig } from '../../features/session/session-context.ts';

/** Nobody may mistake practice for reality: on every screen while the practice carrier is in use. */
export function PracticeBar() {
  const practice = usePublicConfig()?.practice ?? null;
  if (practice === null) return null;
  return (
    <aside
      aria-label="Practice mode"
      className="flex flex-wrap items-center justify-center gap-x-3 border-b bg-amber-soft px-4 py-1.5 text-amber text-sm"
    >
      <span className="font-medium">Practice mode: no real calls are made</span>
      <a
        href={practice.handsetUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1 underline underline-offset-4"
      >
        Open the handset
        <ExternalLink aria-hidden="true" className="size-3.5" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </aside>
  );
}

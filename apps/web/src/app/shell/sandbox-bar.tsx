import { ExternalLink } from 'lucide-react';
import { usePublicConfig } from '../../features/session/session-context.ts';

/** On every screen while the sandbox carrier is in use. */
export function SandboxBar() {
  const sandbox = usePublicConfig()?.sandbox ?? null;
  if (sandbox === null) return null;
  return (
    <aside
      aria-label="Sandbox"
      className="flex flex-wrap items-center justify-center gap-x-3 border-b bg-amber-soft px-4 py-1.5 text-amber text-sm"
    >
      <span className="font-medium">Sandbox: no real calls are made</span>
      <a
        href={sandbox.handsetUrl}
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

import type { Calling } from '@parley/contract';
import { callingRoutes } from '@parley/contract';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePublicConfig } from '../../features/session/session-context.ts';
import { useMay } from '../../lib/permissions.ts';
import { useCalling } from '../../lib/use-calling.ts';
import { cx } from '../../ui/cx.ts';
import { paths } from '../paths.ts';

/** On every screen while calls reach nobody's phone, or none can be made. */
export function CallingBar() {
  const sandbox = usePublicConfig()?.sandbox ?? null;
  const calling = useCalling().data;
  // Until it is known, and on a server of the release before: what the environment says.
  const shown = calling ?? {
    side: sandbox === null ? 'real' : 'sandbox',
    sandbox,
    note: null,
    refused: null,
  };
  if (shown.refused !== null) return <RefusedBar refused={shown.refused} side={shown.side} />;
  if (shown.side === 'real') return null;
  return (
    <Bar label="Sandbox" tone="amber">
      <span className="font-medium">Sandbox: no real calls are made</span>
      {shown.note !== null && <span>{shown.note.sentence}</span>}
      {shown.sandbox !== null && (
        <a
          href={shown.sandbox.handsetUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 underline underline-offset-4"
        >
          Open the handset
          <ExternalLink aria-hidden="true" className="size-3.5" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </Bar>
  );
}

function RefusedBar({ refused, side }: { refused: NonNullable<Calling['refused']>; side: Calling['side'] }) {
  const may = useMay();
  return (
    <Bar label={side === 'real' ? 'No calls' : 'Sandbox'} tone="red">
      <span>
        <span className="font-medium">{refused.sentence}</span>
        {refused.remedy !== '' && ` ${refused.remedy}`}
      </span>
      {may(callingRoutes.getGoLive.permission) && (
        <Link to={paths.connections} className="underline underline-offset-4">
          Open the connections
        </Link>
      )}
    </Bar>
  );
}

const tones = { amber: 'bg-amber-soft text-amber', red: 'bg-red-soft text-red' } as const;

function Bar({ label, tone, children }: { label: string; tone: keyof typeof tones; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className={cx(
        'flex flex-wrap items-center justify-center gap-x-3 border-b px-4 py-1.5 text-center text-sm print:hidden',
        tones[tone],
      )}
    >
      {children}
    </aside>
  );
}

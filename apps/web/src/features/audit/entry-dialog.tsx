import type { ReactNode } from 'react';
import { useRetry } from '../../lib/use-send.ts';
import { wordOf } from '../../lib/word-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { actionText, actorText, entryNames, kindNames } from './texts.ts';
import { useAuditEntry } from './use-audit.ts';

interface EntryDialogProps {
  /** From the address; empty: none is open. */
  id: string;
  onClose: () => void;
}

export function EntryDialog({ id, onClose }: EntryDialogProps) {
  return (
    <Dialog open={id !== ''} onOpenChange={(open) => !open && onClose()} title={`Entry ${id}`} wide>
      <Entry id={id} />
    </Dialog>
  );
}

function Entry({ id }: { id: string }) {
  const query = useAuditEntry(id);
  const retry = useRetry(query.refetch);
  const entry = query.data;
  if (entry === undefined)
    return <LoadState query={query} onRetry={retry.send} loading="Loading the entry..." compact />;
  const { at, actor, address, action, kind, subject, data, sealed } = entry;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Fact name="Time">
        <Instant at={at} /> <span className="whitespace-nowrap text-ink-3 text-sm tabular-nums">{at}</span>
      </Fact>
      <Fact name="Who">
        <bdi>{actorText(actor)}</bdi>
        <Code>{actor.id}</Code>
        <span className="text-ink-3 text-sm">{wordOf(kindNames, actor.kind)}</span>
      </Fact>
      <Fact name="Network address">{address ?? 'None: it came from no request'}</Fact>
      <Fact name={wordOf(entryNames, kind)}>
        {actionText(action)}
        <Code>{action}</Code>
      </Fact>
      <Fact name="Of">
        <Code>{subject}</Code>
      </Fact>
      {Object.keys(data).length > 0 && (
        <Fact name="Details">
          <pre className="overflow-x-auto rounded-box border bg-sunken p-2 font-mono text-xs">
            {JSON.stringify(data, null, 2)}
          </pre>
        </Fact>
      )}
      <Fact name="Chain">
        {sealed ? 'Sealed: a change of this entry would be found' : 'Not sealed yet: it takes some seconds'}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2 text-sm max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="block break-all font-mono text-ink-3 text-xs">{children}</code>;
}

import type { AgentVersionEntry } from '@parley/contract';
import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useState } from 'react';
import { useRetry } from '../../../lib/use-send.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { ChangeList } from './change-list.tsx';
import { useChanges } from './use-versions.ts';
import { WholeVersion } from './whole-version.tsx';

interface VersionItemProps {
  agentId: string;
  version: AgentVersionEntry;
  /** Whether calls that begin now run with it. */
  published: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null for those who may not restore. */
  onRestore: (() => void) | null;
}

export function VersionItem({
  agentId,
  version,
  published,
  open,
  onOpenChange,
  onRestore,
}: VersionItemProps) {
  const { publishedBy, publishedAt, note } = version;
  return (
    <Collapsible.Root asChild open={open} onOpenChange={onOpenChange}>
      <li className="border-t first:border-t-0">
        <div className="flex items-center gap-3 px-5 py-3">
          <Collapsible.Trigger className="group -ml-1.5 grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-box px-1.5 text-left">
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-4 text-ink-3 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
            />
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{`Version ${version.version}`}</span>
              {published && <Badge tone="green">Published</Badge>}
              <span className="text-ink-3 text-sm">
                <Instant at={publishedAt} />
                {publishedBy !== null && ` · ${publishedBy.displayName}`}
              </span>
            </span>
            {note !== '' && <span className="wrap-anywhere col-start-2 text-ink-2">{note}</span>}
          </Collapsible.Trigger>
          {onRestore !== null && (
            <Button aria-label={`Restore version ${version.version}`} onClick={onRestore}>
              Restore
            </Button>
          )}
        </div>
        <Collapsible.Content className="mx-5 mb-4 rounded-box border">
          <VersionContent agentId={agentId} version={version.version} />
        </Collapsible.Content>
      </li>
    </Collapsible.Root>
  );
}

/** What changed, and on request everything; the first version has nothing to be compared with. */
function VersionContent({ agentId, version }: { agentId: string; version: number }) {
  const [whole, setWhole] = useState(version === 1);
  if (whole) return <WholeVersion agentId={agentId} version={version} />;
  return (
    <>
      <ChangesSince agentId={agentId} version={version} />
      <div className="border-t px-2 py-1">
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show the Whole Version
        </Button>
      </div>
    </>
  );
}

function ChangesSince({ agentId, version }: { agentId: string; version: number }) {
  const query = useChanges(agentId, String(version - 1), String(version));
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <ChangeList changes={query.data} />;
  return <LoadState compact query={query} onRetry={retry.send} loading="Comparing versions..." />;
}

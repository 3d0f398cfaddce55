import { type AgentConfig, type AgentVersionEntry, agentRoutes, type EditedAgent } from '@parley/contract';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import type { Autosave } from '../editor/autosave.ts';
import type { Autosaver } from '../editor/autosaver.ts';
import { SectionCard } from '../editor/section-card.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useVersions } from './use-versions.ts';
import { VersionItem } from './version-item.tsx';

interface HistorySectionProps {
  agent: EditedAgent;
  state: Autosave<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
}

export function HistorySection({ agent, state, autosaver }: HistorySectionProps) {
  const may = useMay();
  const query = useVersions(agent.id);
  const retry = useRetry(query.refetch);
  const more = useSend({ name: 'load-more-versions', act: async () => query.fetchNextPage() });
  const [params, setParams] = useSearchParams();
  const [restoring, setRestoring] = useState<AgentVersionEntry | null>(null);
  const open = Number(params.get('version') ?? 0);
  const versions = query.data;
  const mayRestore = agent.archivedAt === null && may(agentRoutes.restoreAgentVersion.permission);

  function setOpen(version: number | null): void {
    setParams(
      (given) => {
        if (version === null) given.delete('version');
        else given.set('version', String(version));
        return given;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <SectionCard
      title="History"
      subtitle="Every published version. A version never changes, and a call names the one it ran with."
    >
      {versions === undefined ? (
        query.error === null ? (
          <LoadingNote>Loading versions...</LoadingNote>
        ) : (
          <AlertBox
            title="Failed to load the versions"
            action={
              <Button busy={query.isFetching} onClick={() => retry.send()}>
                Retry
              </Button>
            }
          >
            {query.error.message}
          </AlertBox>
        )
      ) : versions.length === 0 ? (
        <EmptyState icon={History}>
          Not published yet. The first version appears here when you publish the draft.
        </EmptyState>
      ) : (
        <ol aria-label="Versions" className="-mx-5 -mb-5 border-t">
          {versions.map((version) => (
            <VersionItem
              key={version.version}
              agentId={agent.id}
              version={version}
              published={version.version === agent.published?.version}
              open={version.version === open}
              onOpenChange={(next) => setOpen(next ? version.version : null)}
              // Saved first, because the server compares the version with what it has.
              onRestore={mayRestore ? () => void autosaver.flush().then(() => setRestoring(version)) : null}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button className="justify-self-center" busy={more.busy} onClick={() => more.send()}>
          Load More
        </Button>
      )}
      <RestoreDialog
        version={restoring}
        agent={agent}
        state={state}
        autosaver={autosaver}
        onClose={() => setRestoring(null)}
      />
    </SectionCard>
  );
}

import { type AgentConfig, type AgentVersionEntry, agentRoutes, type EditedAgent } from '@parley/contract';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
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
  const [open, setOpen] = useAddressParam('version');
  const [restoring, setRestoring] = useState<AgentVersionEntry | null>(null);
  const versions = query.data;
  const mayRestore = agent.archivedAt === null && may(agentRoutes.restoreAgentVersion.permission);

  return (
    <SectionCard
      title="History"
      subtitle="Every published version. A version never changes, and a call names the one it ran with."
    >
      {versions === undefined ? (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading versions..."
          failed="Failed to load the versions"
        />
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
              open={String(version.version) === open}
              onOpenChange={(next) => setOpen(next ? String(version.version) : '')}
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

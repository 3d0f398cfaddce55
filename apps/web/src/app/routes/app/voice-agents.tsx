import { routes } from '@parley/contract';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { listedAgentName } from '../../../features/agents/listed-agent-name.ts';
import { useNamedAgents } from '../../../features/agents/use-agents.ts';
import { ExportButton } from '../../../features/calls/export/export-button.tsx';
import { RecentCalls } from '../../../features/calls/list/recent-calls.tsx';
import { isFiltered, valuesOf } from '../../../features/calls/search/filter-values.ts';
import { FirstSteps } from '../../../features/first-steps/first-steps.tsx';
import { LiveStatus } from '../../../features/live/live-status.tsx';
import { useSession } from '../../../features/session/session-context.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { NewCallDialog, preloadForm } from '../../new-call-dialog.tsx';
import { paths } from '../../paths.ts';
import { usePreviousCallId } from '../../previous-page.ts';

export function VoiceAgentsPage() {
  const [dialling, setDialling] = useState(false);
  const mayPlace = useMay()(routes.placeCall.permission);
  const session = useSession();
  const person = session.status === 'signed-in' ? session.user.id : '';
  const openForm = useCallback(() => setDialling(true), []);
  const previousCallId = usePreviousCallId();
  const { search } = useLocation();
  // As the page was opened: the search field does not move while somebody types in it.
  const [searching] = useState(() => isFiltered(valuesOf(search)));
  const { data, isError } = useNamedAgents();
  const agentNameOf = useCallback(
    (agentId: string | null) => listedAgentName(agentId, data ?? (isError ? [] : undefined)),
    [data, isError],
  );
  return (
    <>
      <PageHeading
        title="Voice Agents"
        subtitle="View and manage your AI agent calls."
        actions={
          <div className="flex flex-wrap gap-2 empty:hidden">
            <ExportButton />
            {mayPlace && (
              <Button look="primary" onClick={openForm} onPointerEnter={preloadForm} onFocus={preloadForm}>
                <Plus aria-hidden="true" className="size-4" />
                New Call
              </Button>
            )}
          </div>
        }
      />
      {mayPlace && !searching && (
        <FirstSteps person={person} goLivePath={paths.goLive} onNewCall={openForm} />
      )}
      <RecentCalls
        previousCallId={previousCallId}
        pathOf={paths.call}
        agentNameOf={agentNameOf}
        onNewCall={mayPlace ? openForm : null}
        liveStatus={<LiveStatus />}
      />
      <NewCallDialog open={dialling} onClose={() => setDialling(false)} />
    </>
  );
}

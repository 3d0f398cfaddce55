import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { listedAgentName } from '../../../features/agents/listed-agent-name.ts';
import { useAgents } from '../../../features/agents/use-agents.ts';
import { RecentCalls } from '../../../features/calls/list/recent-calls.tsx';
import { LiveSign } from '../../../features/live/live-sign.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCallCameFrom } from '../../came-from.ts';
import { loadFormEarly, NewCallDialog } from '../../new-call-dialog.tsx';
import { paths } from '../../paths.ts';

export function VoiceAgentsPage() {
  const [dialling, setDialling] = useState(false);
  const openForm = useCallback(() => setDialling(true), []);
  const cameFrom = useCallCameFrom();
  const { data, isError } = useAgents();
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
          <Button look="primary" onClick={openForm} onPointerEnter={loadFormEarly} onFocus={loadFormEarly}>
            <Plus aria-hidden="true" className="size-4" />
            New Call
          </Button>
        }
      />
      <RecentCalls
        cameFrom={cameFrom}
        pathOf={paths.call}
        agentNameOf={agentNameOf}
        onNewCall={openForm}
        sign={<LiveSign />}
      />
      <NewCallDialog open={dialling} onClose={() => setDialling(false)} />
    </>
  );
}

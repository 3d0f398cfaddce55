import { agentRoutes } from '@parley/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AgentCardsView } from '../../../features/agents/list/agent-cards-view.tsx';
import { copyOf, emptyNewAgent, type NewAgent } from '../../../features/agents/list/new-agent.ts';
import { NewAgentDialog } from '../../../features/agents/list/new-agent-dialog.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function AgentsPage() {
  const mayCreate = useMay()(agentRoutes.createAgent.permission);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const copied = params.get('copy');
  const [initial, setInitial] = useState<NewAgent | null>(() => (copied === null ? null : copyOf(copied)));
  const onNew = () => setInitial(emptyNewAgent);

  function close(): void {
    setInitial(null);
    if (copied === null) return;
    setParams(
      (given) => {
        given.delete('copy');
        return given;
      },
      { replace: true },
    );
  }

  return (
    <>
      <PageHeading
        title="Agents"
        subtitle="Who answers your numbers and makes your calls."
        actions={
          mayCreate ? (
            <Button look="primary" onClick={onNew}>
              <Plus aria-hidden="true" className="size-4" />
              New Agent
            </Button>
          ) : undefined
        }
      />
      <AgentCardsView pathOf={paths.agent} onNew={mayCreate ? onNew : null} />
      <NewAgentDialog
        initial={mayCreate ? initial : null}
        onClose={close}
        onCreated={(agentId) => navigate(paths.agent(agentId))}
      />
    </>
  );
}

import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { listedAgentName } from '../../../features/agents/listed-agent-name.ts';
import { useAgents } from '../../../features/agents/use-agents.ts';
import { RecentCalls } from '../../../features/calls/list/recent-calls.tsx';
import { LiveSign } from '../../../features/live/live-sign.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import { paths } from '../../paths.ts';

const loadForm = () => import('../../new-call.tsx').then((module) => ({ default: module.NewCall }));
const NewCall = lazy(loadForm);

export function VoiceAgentsPage() {
  const [open, setOpen] = useState(false);
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
          <Button
            look="primary"
            onClick={() => setOpen(true)}
            // Whoever points at the button will press it: the form is on its way by then.
            onPointerEnter={() => void loadForm()}
            onFocus={() => void loadForm()}
          >
            <Plus aria-hidden="true" className="size-4" />
            New Call
          </Button>
        }
      />
      <RecentCalls
        pathOf={paths.call}
        agentNameOf={agentNameOf}
        onNewCall={() => setOpen(true)}
        sign={<LiveSign />}
      />
      <Dialog open={open} onOpenChange={setOpen} title="New Call" wide>
        <Suspense fallback={<LoadingNote className="min-h-96">Loading...</LoadingNote>}>
          <NewCall onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}

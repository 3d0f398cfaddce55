import { Plus } from 'lucide-react';
import { type ComponentType, useCallback, useState } from 'react';
import { toast } from 'sonner';
import { listedAgentName } from '../../../features/agents/listed-agent-name.ts';
import { useAgents } from '../../../features/agents/use-agents.ts';
import { RecentCalls } from '../../../features/calls/list/recent-calls.tsx';
import { LiveSign } from '../../../features/live/live-sign.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

const loadForm = () => import('../../new-call.tsx');
/** Whoever points at the button will press it: the form is on its way by then. */
const loadFormEarly = () => void loadForm().catch(() => {});

export function VoiceAgentsPage() {
  const { form: NewCall, openForm, closeForm } = useForm();
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
      <RecentCalls pathOf={paths.call} agentNameOf={agentNameOf} onNewCall={openForm} sign={<LiveSign />} />
      <Dialog open={NewCall !== null} onOpenChange={(open) => !open && closeForm()} title="New Call" wide>
        {NewCall !== null && <NewCall onClose={closeForm} />}
      </Dialog>
    </>
  );
}

/** The form is no part of the list's first load. It opens when it is here, so that the focus goes to its first field. */
function useForm() {
  const [form, setForm] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const openForm = () => {
    loadForm().then(
      ({ NewCall }) => setForm(() => NewCall),
      () => toast.error('The form could not be loaded.', { description: 'Reload the page and try again.' }),
    );
  };
  return { form, openForm, closeForm: () => setForm(null) };
}

import { agentRoutes, type EditedAgent } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { agentName } from '../../../lib/known-agents.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useAgentChanged } from './use-agent-changed.ts';

interface DeleteDialogProps {
  open: boolean;
  agent: EditedAgent;
  /** Where to go when it is deleted. */
  listPath: string;
  /** Before the page is left. */
  onDeleted: () => void;
  onClose: () => void;
}

/** An agent that takes calls is archived first; one with calls stays archived, because they name it. */
export function isDeletable({ fixedName, published, archivedAt }: EditedAgent): boolean {
  return fixedName === null && (published === null || archivedAt !== null);
}

export function DeleteDialog({ open, onClose, ...rest }: DeleteDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Delete Agent">
      <Confirmation onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Confirmation({ agent, listPath, onDeleted, onClose }: Omit<DeleteDialogProps, 'open'>) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const agentChanged = useAgentChanged();
  const [error, setError] = useState<string | null>(null);
  const name = agentName({ id: agent.id, displayName: agent.draft.config.identity.displayName });
  const { busy, send } = useSend({
    name: 'delete-agent',
    act: () => api.send(agentRoutes.deleteAgent, { params: { agentId: agent.id } }),
    onDone: async () => {
      onDeleted();
      // Until the page knows that nothing is unsaved any more.
      await null;
      // First and at once, because the page of the deleted agent would ask for it again.
      await navigate(listPath, { replace: true, flushSync: true });
      client.removeQueries({ queryKey: queryKeys.agent(agent.id) });
      await agentChanged();
      toast.success(`${name} is deleted`);
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
    once: true,
  });
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Its draft, versions and templates are gone for good. This is possible only while it has no calls.
      </p>
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          Delete Agent
        </Button>
      </DialogActions>
    </div>
  );
}

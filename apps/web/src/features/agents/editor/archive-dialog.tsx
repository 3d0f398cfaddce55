import { agentRoutes, type EditedAgent } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useAgentChanged } from './use-agent-changed.ts';

interface ArchiveDialogProps {
  open: boolean;
  agent: EditedAgent;
  onClose: () => void;
}

export function ArchiveDialog({ open, agent, onClose }: ArchiveDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Archive Agent">
      <Confirmation agent={agent} onClose={onClose} />
    </Dialog>
  );
}

function Confirmation({ agent, onClose }: { agent: EditedAgent; onClose: () => void }) {
  const api = useApi();
  const agentChanged = useAgentChanged();
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'archive-agent',
    act: () => api.send(agentRoutes.archiveAgent, { params: { agentId: agent.id } }),
    onDone: async () => {
      await agentChanged();
      onClose();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  const count = agent.numbers.length;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {'It makes and takes no more calls'}
        {count === 0 ? '' : count === 1 ? ' and loses its number' : ` and loses its ${count} numbers`}
        {
          '. Calls that are up end as they began; its calls and versions stay, and it can be made active again.'
        }
      </p>
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          Archive Agent
        </Button>
      </DialogActions>
    </div>
  );
}

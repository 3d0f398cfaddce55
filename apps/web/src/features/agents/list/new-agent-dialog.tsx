import { agentRoutes, notPermittedSentence } from '@parley/contract';
import { useClearDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { type NewAgent, newAgentDraftName } from './new-agent.ts';
import { NewAgentForm } from './new-agent-form.tsx';
import { useAgentCards } from './use-agent-cards.ts';

interface NewAgentDialogProps {
  /** What the form begins with; null while it is closed. */
  initial: NewAgent | null;
  onClose: () => void;
  onCreated: (agentId: string) => void;
}

export function NewAgentDialog({ initial, onClose, onCreated }: NewAgentDialogProps) {
  const clearDraft = useClearDraft();
  const may = useMay();
  const { data: cards = [] } = useAgentCards();
  return (
    <FormDialog
      open={initial !== null}
      title="New Agent"
      wide
      onClose={onClose}
      onDiscard={() => {
        clearDraft(newAgentDraftName);
        onClose();
      }}
    >
      {(onDirtyChange) =>
        initial !== null &&
        (may(agentRoutes.createAgent.permission) ? (
          <NewAgentForm
            cards={cards}
            initial={initial}
            onCreated={onCreated}
            onCancel={onClose}
            onDirtyChange={onDirtyChange}
          />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

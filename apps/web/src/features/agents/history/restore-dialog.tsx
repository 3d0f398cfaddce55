import { type AgentConfig, type AgentVersionEntry, agentRoutes, type EditedAgent } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { parseDraft, parseDraftConflict } from '../../../lib/parsing/agent-editing.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import type { Autosave } from '../editor/autosave.ts';
import type { Autosaver } from '../editor/autosaver.ts';
import { savedDraftOf } from '../editor/save-draft.ts';
import { useAgentChanged } from '../editor/use-agent-changed.ts';
import { ChangeList } from './change-list.tsx';
import { useChanges } from './use-versions.ts';

interface RestoreDialogProps {
  /** Null while nothing is asked. */
  version: AgentVersionEntry | null;
  agent: EditedAgent;
  state: Autosave<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
  onClose: () => void;
}

/** Shows what the draft would become; publishing it is a step of its own. */
export function RestoreDialog({ version, onClose, ...rest }: RestoreDialogProps) {
  return (
    <Dialog
      open={version !== null}
      onOpenChange={(open) => !open && onClose()}
      wide
      title={version === null ? 'Restore' : `Restore Version ${version.version}`}
      description="The draft becomes what this version is. Nothing is published yet."
    >
      {version !== null && <Question version={version.version} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

interface QuestionProps extends Omit<RestoreDialogProps, 'version'> {
  version: number;
}

function Question({ version, agent, state, autosaver, onClose }: QuestionProps) {
  const api = useApi();
  const agentChanged = useAgentChanged();
  const [error, setError] = useState<string | null>(null);
  const changes = useChanges(agent.id, 'draft', String(version));
  const { busy, send } = useSend({
    name: 'restore-version',
    act: async () => {
      if (!(await autosaver.flush()))
        throw new Error('The draft could not be saved, so nothing was restored.');
      const { revision } = autosaver.current().base;
      return api.send(agentRoutes.restoreAgentVersion, {
        params: { agentId: agent.id, version: String(version) },
        body: { revision },
      });
    },
    onDone: async (answer) => {
      const draft = parseDraft(answer);
      if (draft !== undefined) autosaver.apply({ type: 'replaced', draft: savedDraftOf(draft) });
      await agentChanged();
      toast.success(`The draft is version ${version} again`);
      onClose();
    },
    onFailed: (failure) => {
      const stored = failure instanceof ApiError ? parseDraftConflict(failure.details) : undefined;
      if (stored !== undefined) autosaver.apply({ type: 'stale', theirs: savedDraftOf(stored) });
      setError(sentenceOf(failure));
    },
  });
  return (
    <div className="grid gap-4">
      {changes.data !== undefined && (
        <div className="max-h-[40dvh] overflow-y-auto rounded-box border">
          <ChangeList changes={changes.data} />
        </div>
      )}
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          data-autofocus
          busy={busy}
          disabled={state.phase.name === 'conflict'}
          onClick={() => send()}
        >
          Restore
        </Button>
      </DialogActions>
    </div>
  );
}

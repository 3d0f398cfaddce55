import {
  type AgentConfig,
  agentLimits,
  agentRoutes,
  type ConfigChange,
  type EditedAgent,
} from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { useDraftText } from '../../../lib/drafts.ts';
import { parseDraftConflict, parsePublishedVersion } from '../../../lib/parsing/agent-editing.ts';
import { countFrom, isTooLong } from '../../../lib/text-count.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { ChangeList } from '../history/change-list.tsx';
import type { Autosaver } from './autosaver.ts';
import { savedDraftOf } from './save-draft.ts';
import { useAgentChanged } from './use-agent-changed.ts';

interface PublishDialogProps {
  open: boolean;
  agent: EditedAgent;
  changes: readonly ConfigChange[];
  autosaver: Autosaver<AgentConfig>;
  onClose: () => void;
}

export function PublishDialog({ open, ...rest }: PublishDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && rest.onClose()}
      wide
      title={`Publish Version ${nextVersion(rest.agent)}`}
      description="It counts for calls that begin from now on. Calls that are up end as they began."
    >
      <PublishForm {...rest} />
    </Dialog>
  );
}

function nextVersion({ published }: EditedAgent): number {
  return (published?.version ?? 0) + 1;
}

function PublishForm({ agent, changes, autosaver, onClose }: Omit<PublishDialogProps, 'open'>) {
  const api = useApi();
  const agentChanged = useAgentChanged();
  const { text: note, setText: setNote, clear } = useDraftText(`publish:${agent.id}`);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'publish-agent',
    act: async () => {
      if (!(await autosaver.flush())) throw new Error(notSavedSentence);
      const { revision } = autosaver.current().base;
      return api.send(agentRoutes.publishAgent, {
        params: { agentId: agent.id },
        body: { revision, note: note.trim() },
      });
    },
    onDone: async (answer) => {
      clear();
      await agentChanged();
      toast.success(`Version ${parsePublishedVersion(answer) ?? nextVersion(agent)} is published`);
      onClose();
    },
    onFailed: (failure) => {
      const stored = failure instanceof ApiError ? parseDraftConflict(failure.details) : undefined;
      if (stored !== undefined) autosaver.apply({ type: 'stale', theirs: savedDraftOf(stored) });
      setError(sentenceOf(failure));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && !isTooLong(note, agentLimits.noteMax)) send();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {agent.published === null ? (
        <p className="text-ink-2">
          This is the first version. From now on the agent can make and take calls.
        </p>
      ) : (
        <div className="max-h-[40dvh] overflow-y-auto rounded-box border">
          <ChangeList changes={changes} />
        </div>
      )}
      <TextArea
        label="Note"
        hint="Why, in a few words, for whoever reads the history."
        rows={2}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.target.value)}
        count={countFrom(note, agentLimits.noteMax)}
      />
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button
          onClick={() => {
            clear();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Publishing...' : 'Publish'}
        </Button>
      </DialogActions>
    </form>
  );
}

const notSavedSentence =
  'The draft could not be saved, so nothing was published. Close this and look at the draft.';

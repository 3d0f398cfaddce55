import { type AgentNumber, agentLimits, agentRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useDraftText } from '../../../../lib/drafts.ts';
import { countFrom, isTooLong } from '../../../../lib/text-count.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useAgentChanged } from '../use-agent-changed.ts';

interface LabelDialogProps {
  /** Null while none is being named. */
  number: AgentNumber | null;
  onClose: () => void;
}

/** Gives a number a name that only the people of the organization see. */
export function LabelDialog({ number, onClose }: LabelDialogProps) {
  return (
    <Dialog open={number !== null} onOpenChange={(open) => !open && onClose()} title="Name Number">
      {number !== null && <LabelForm number={number} onClose={onClose} />}
    </Dialog>
  );
}

function LabelForm({ number: { number, label }, onClose }: { number: AgentNumber; onClose: () => void }) {
  const api = useApi();
  const agentChanged = useAgentChanged();
  const { text: typed, setText: setTyped, clear } = useDraftText(`number-name:${number}`, label);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'label-number',
    act: () => api.send(agentRoutes.labelNumber, { params: { number }, body: { label: typed.trim() } }),
    onDone: async () => {
      clear();
      await agentChanged();
      onClose();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && !isTooLong(typed, agentLimits.numberLabelMax)) send();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Name"
        hint={`What your team calls ${number}. Callers never hear it.`}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        count={countFrom(typed, agentLimits.numberLabelMax)}
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
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

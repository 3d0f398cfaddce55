import { doNotCallRoutes, notPermittedSentence, phoneNumberSentence } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useClearDraft, useDraft } from '../../lib/drafts.ts';
import { parseWasAdded } from '../../lib/parsing/do-not-call.ts';
import { asString } from '../../lib/parsing/json.ts';
import { useMay } from '../../lib/permissions.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDoNotCallChanged } from './use-do-not-call.ts';

interface AddNumberDialogProps {
  open: boolean;
  /** As people of the organization write numbers; null: this is none. */
  readNumber: (typed: string) => string | null;
  onClose: () => void;
}

export function AddNumberDialog({ open, readNumber, onClose }: AddNumberDialogProps) {
  const may = useMay();
  const clearDraft = useClearDraft();
  const discard = () => {
    clearDraft(draftName);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title="Add Number"
      description="From now on no agent and nobody at the desk can call it."
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        may(doNotCallRoutes.addDoNotCall.permission) ? (
          <AddForm readNumber={readNumber} onClose={discard} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        )
      }
    </FormDialog>
  );
}

const draftName = 'do-not-call:new';

interface AddFormProps extends Omit<AddNumberDialogProps, 'open'> {
  onDirtyChange: (dirty: boolean) => void;
}

function AddForm({ readNumber, onClose, onDirtyChange }: AddFormProps) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useDoNotCallChanged();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'add-do-not-call',
    once: true,
    act: (number: string) => api.send(doNotCallRoutes.addDoNotCall, { body: { number } }),
    onDone: async (response) => {
      draft.clear();
      toast.success(parseWasAdded(response) ? 'Number added' : 'The number was on the list already');
      await changed();
      if (mounted.current) onClose();
    },
    onFailed: (failed) => {
      if (mounted.current) setError(sentenceOf(failed));
      else toast.error('Failed to add the number.', { description: sentenceOf(failed) });
    },
  });

  const draft = useDraft({
    form: draftName,
    value: typed.trim() === '' ? null : typed,
    parse: asString,
    busy,
    onDirtyChange,
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const number = readNumber(typed);
    if (number === null) setError(phoneNumberSentence);
    else send(number);
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {draft.offered !== null && (
        <DraftOffer
          onRestore={() => {
            setTyped(draft.offered ?? '');
            draft.dismiss();
          }}
        />
      )}
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" busy={busy}>
          {busy ? 'Adding...' : 'Add Number'}
        </Button>
      </DialogActions>
    </form>
  );
}

import { doNotCallRoutes, notPermittedSentence, phoneNumberSentence } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseWasAdded } from '../../lib/parsing/do-not-call.ts';
import { useMay } from '../../lib/permissions.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
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
  return (
    <FormDialog
      open={open}
      title="Add Number"
      description="From now on no agent and nobody at the desk can call it."
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        may(doNotCallRoutes.addDoNotCall.permission) ? (
          <AddForm readNumber={readNumber} onClose={onClose} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        )
      }
    </FormDialog>
  );
}

interface AddFormProps extends Omit<AddNumberDialogProps, 'open'> {
  onDirtyChange: (dirty: boolean) => void;
}

function AddForm({ readNumber, onClose, onDirtyChange }: AddFormProps) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useDoNotCallChanged();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => onDirtyChange(typed.trim() !== ''), [typed, onDirtyChange]);
  const { busy, send } = useSend({
    name: 'add-do-not-call',
    once: true,
    act: (number: string) => api.send(doNotCallRoutes.addDoNotCall, { body: { number } }),
    onDone: async (response) => {
      toast.success(parseWasAdded(response) ? 'Number added' : 'The number was on the list already');
      await changed();
      if (mounted.current) onClose();
    },
    onFailed: (failed) => {
      if (mounted.current) setError(sentenceOf(failed));
      else toast.error('Failed to add the number.', { description: sentenceOf(failed) });
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const number = readNumber(typed);
    if (number === null) setError(phoneNumberSentence);
    else send(number);
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
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

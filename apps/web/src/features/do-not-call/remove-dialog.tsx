import {
  type DoNotCallEntry,
  type DoNotCallRemovalReason,
  doNotCallRemovalReasons,
  doNotCallRoutes,
  notPermittedSentence,
} from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { isNotFound, sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { undoMs } from '../../lib/undo.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { useDoNotCallChanged } from './use-do-not-call.ts';

interface RemoveNumberDialogProps {
  entry: DoNotCallEntry | null;
  onClose: () => void;
  /** What gets the focus when the row is gone. */
  returnTo: string;
}

export function RemoveNumberDialog({ entry, onClose, returnTo }: RemoveNumberDialogProps) {
  const may = useMay();
  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Remove Number"
      returnTo={returnTo}
    >
      {entry !== null &&
        (may(doNotCallRoutes.removeDoNotCall.permission) ? (
          <Question entry={entry} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

const reasons = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(doNotCallRemovalReasons).map(([value, label]) => ({ value, label })),
];

function Question({ entry, onClose }: { entry: DoNotCallEntry; onClose: () => void }) {
  const mounted = useMounted();
  const [reason, setReason] = useState<DoNotCallRemovalReason | ''>('');
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useRemoveNumber({
    onRemoved: () => mounted.current && onClose(),
    onFailed: (sentence) => mounted.current && setError(sentence),
  });
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {entry.number === null ? 'The erased number' : <PhoneNumber>{entry.number}</PhoneNumber>}
        {' can be called again by agents and by everybody at the desk. The reason is kept in the audit log.'}
      </p>
      <NativeSelect
        label="Reason"
        value={reason}
        options={reasons}
        disabled={busy}
        onValueChange={(value) => setReason(value as DoNotCallRemovalReason)}
      />
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          busy={busy}
          disabled={reason === ''}
          onClick={() => reason !== '' && send({ entry, reason })}
        >
          {busy ? 'Removing...' : 'Remove Number'}
        </Button>
      </DialogActions>
    </div>
  );
}

interface RemoveHandlers {
  onRemoved: () => void;
  onFailed: (sentence: string) => void;
}

/** Removes a number, with an Undo in the toast: it is then on the list again, as added by hand. */
function useRemoveNumber({ onRemoved, onFailed }: RemoveHandlers) {
  const api = useApi();
  const changed = useDoNotCallChanged();
  const restore = useSend({
    name: 'restore-do-not-call',
    lock: (number) => `restore-do-not-call:${number}`,
    act: (number: string) => api.send(doNotCallRoutes.addDoNotCall, { body: { number } }),
    onDone: async () => {
      toast.success('The number is on the list again');
      await changed();
    },
    onFailed: (error) => toast.error('Failed to restore the number.', { description: sentenceOf(error) }),
  });
  return useSend({
    name: 'remove-do-not-call',
    once: true,
    act: ({ entry, reason }: { entry: DoNotCallEntry; reason: DoNotCallRemovalReason }) =>
      api
        .send(doNotCallRoutes.removeDoNotCall, { params: { id: entry.id }, body: { reason } })
        .catch((error: unknown) => {
          // Somebody else has removed it meanwhile.
          if (!isNotFound(error)) throw error;
        }),
    onDone: async (_, { entry: { number } }) => {
      toast.success(
        'Number removed',
        number === null
          ? {}
          : { duration: undoMs, action: { label: 'Undo', onClick: () => restore.send(number) } },
      );
      await changed();
      onRemoved();
    },
    onFailed: (error) => onFailed(sentenceOf(error)),
  });
}

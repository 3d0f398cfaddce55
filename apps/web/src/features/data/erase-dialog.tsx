import { dataRoutes, type FoundPerson, notPermittedSentence } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface EraseDialogProps {
  person: FoundPerson | null;
  onClose: () => void;
  onErased: () => void;
}

/** To be typed: it cannot be taken back. */
const word = 'ERASE';

export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const may = useMay();
  return (
    <Dialog open={person !== null} onOpenChange={(open) => !open && onClose()} title="Erase a Person">
      {person !== null &&
        (may(dataRoutes.erasePerson.permission) ? (
          <Question person={person} onClose={onClose} onErased={onErased} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function Question({ person, onClose, onErased }: EraseDialogProps & { person: FoundPerson }) {
  const api = useApi();
  const client = useQueryClient();
  const mounted = useMounted();
  const [typed, setTyped] = useState('');
  const [neverCall, setNeverCall] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'erase-person',
    once: true,
    act: () => api.send(dataRoutes.erasePerson, { body: { number: person.number, neverCall } }),
    onDone: async () => {
      toast.success('The person is being erased');
      await client.invalidateQueries({ queryKey: queryKeys.erasures });
      if (mounted.current) onErased();
    },
    onFailed: (failed) => {
      if (mounted.current) setError(sentenceOf(failed));
      else toast.error('Failed to erase the person.', { description: sentenceOf(failed) });
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed.trim() === word) send();
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p className="text-ink-2">
        Everything about <PhoneNumber>{person.number}</PhoneNumber> is deleted here and at the carrier. The
        number and the full name of the contact are taken out of what others wrote. This cannot be undone.
        Backups of the database keep it for as long as you keep them.
      </p>
      {person.doNotCall ? (
        <p className="text-ink-2">The number stays refused by the do-not-call list, without being stored.</p>
      ) : (
        <Checkbox
          checked={neverCall}
          onCheckedChange={setNeverCall}
          label="Never call this number again, without storing it"
        />
      )}
      <TextField
        label={`Type ${word} to go on`}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" type="submit" busy={busy} disabled={typed.trim() !== word}>
          {busy ? 'Erasing...' : 'Erase Everything'}
        </Button>
      </DialogActions>
    </form>
  );
}

import { type SubmitEvent, useState } from 'react';
import { inputInstant, inputText } from '../../../lib/input-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface SnoozeDialogProps {
  open: boolean;
  onClose: () => void;
  onSnooze: (until: string) => void;
}

/** Any time to come, in the zone of the browser. */
export function SnoozeDialog({ open, onClose, onSnooze }: SnoozeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Snooze Until">
      {open && <Form onClose={onClose} onSnooze={onSnooze} />}
    </Dialog>
  );
}

function Form({ onClose, onSnooze }: Omit<SnoozeDialogProps, 'open'>) {
  const [typed, setTyped] = useState(() => inputText(Date.now() + 24 * 3_600_000));
  const [error, setError] = useState<string | null>(null);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const until = inputInstant(typed);
    if (until === null || Date.parse(until) <= Date.now()) {
      setError('Choose a time to come.');
      return;
    }
    onClose();
    onSnooze(until);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Date and time"
        type="datetime-local"
        data-autofocus
        min={inputText(Date.now())}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary">
          Snooze
        </Button>
      </DialogActions>
    </form>
  );
}

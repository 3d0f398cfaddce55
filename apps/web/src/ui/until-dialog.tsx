import { type SubmitEvent, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { inputInstant, inputText } from './input-time.ts';
import { TextField } from './text-field.tsx';

interface UntilDialogProps {
  open: boolean;
  title: string;
  /** What the button does. */
  action: string;
  onClose: () => void;
  onChosen: (until: string) => void;
}

/** Any time to come, in the zone of the browser. */
export function UntilDialog({ open, title, ...form }: UntilDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && form.onClose()} title={title}>
      {open && <Form {...form} />}
    </Dialog>
  );
}

function Form({ action, onClose, onChosen }: Omit<UntilDialogProps, 'open' | 'title'>) {
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
    onChosen(until);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Date and time"
        hint="In your own time zone."
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
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

import { connectionRoutes, phoneLimits } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { ConnectionStatus } from '../../../lib/parsing/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FailureBox } from '../failure-box.tsx';
import { headingIdOf, isConnected } from '../kinds.ts';
import { useChange } from '../use-change.ts';
import { useMistakes } from '../use-mistakes.ts';
import { LimitsFields } from './limits-fields.tsx';
import { limitsOf, type TypedLimits } from './phone-draft.ts';

interface LimitsDialogProps {
  open: boolean;
  status: ConnectionStatus;
  onClose: () => void;
}

export function LimitsDialog({ open, status, onClose }: LimitsDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Limits and Countries"
      description="What the phone account may do. They apply to calls that begin from now on."
      returnTo={headingIdOf('phone')}
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        open &&
        isConnected(status) &&
        status.shown.kind === 'phone' && (
          <LimitsForm
            id={status.id}
            revision={status.revision}
            shown={status.shown}
            onDirtyChange={onDirtyChange}
            onClose={onClose}
          />
        )
      }
    </FormDialog>
  );
}

interface LimitsFormProps {
  id: string;
  revision: number;
  shown: { callsAtOnce: number | null; callsPerSecond: number | null; countries: string[] | null };
  onDirtyChange: (dirty: boolean) => void;
  onClose: () => void;
}

function LimitsForm({ id, revision, shown, onDirtyChange, onClose }: LimitsFormProps) {
  const [stored] = useState<TypedLimits>({
    callsAtOnce: String(shown.callsAtOnce ?? ''),
    callsPerSecond: String(shown.callsPerSecond ?? ''),
    countries: shown.countries ?? [],
  });
  const [typed, setTyped] = useState(stored);
  const limits = limitsOf(typed);
  const { element, errors, hasNone } = useMistakes(phoneLimits, limits);
  const { busy, change, failure } = useChange({
    name: 'change-phone',
    route: connectionRoutes.changePhone,
    done: 'Limits saved',
    onDone: onClose,
  });
  const dirty = !busy && typed !== stored;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && hasNone()) change({ params: { id }, body: { revision, limits } });
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <LimitsFields
        typed={typed}
        errors={errors}
        onChange={(next) => setTyped((given) => ({ ...given, ...next }))}
      />
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

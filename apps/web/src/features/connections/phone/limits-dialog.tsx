import { type ConnectionStatus, connectionRoutes, phoneLimits } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureBox } from '../failure-box.tsx';
import { headingIdOf } from '../kinds.ts';
import { useConnectionsChanged } from '../use-connections.ts';
import { useFailure } from '../use-failure.ts';
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
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Limits and Countries"
      returnTo={headingIdOf('phone')}
      description="What the phone account may do. They apply to calls that begin from now on."
    >
      {open &&
        (status.state === 'connected' || status.state === 'failing') &&
        status.shown.kind === 'phone' && (
          <LimitsForm id={status.id} revision={status.revision} shown={status.shown} onClose={onClose} />
        )}
    </Dialog>
  );
}

interface LimitsFormProps {
  id: string;
  revision: number;
  shown: { callsAtOnce: number | null; callsPerSecond: number | null; countries: string[] | null };
  onClose: () => void;
}

function LimitsForm({ id, revision, shown, onClose }: LimitsFormProps) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const [typed, setTyped] = useState<TypedLimits>({
    callsAtOnce: String(shown.callsAtOnce ?? ''),
    callsPerSecond: String(shown.callsPerSecond ?? ''),
    countries: shown.countries ?? [],
  });
  const limits = limitsOf(typed);
  const { element, errors, hasNone } = useMistakes(phoneLimits, limits);
  const { failure, clearFailure, onFailed } = useFailure();
  const { busy, send } = useSend({
    name: 'change-phone',
    act: () => {
      clearFailure();
      return api.send(connectionRoutes.changePhone, { params: { id }, body: { revision, limits } });
    },
    onDone: async (answer) => {
      await changed(answer);
      toast.success('Limits saved');
      onClose();
    },
    onFailed,
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (hasNone()) send();
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

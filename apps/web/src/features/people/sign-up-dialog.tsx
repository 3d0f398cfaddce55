import { notPermittedSentence, peopleRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { People } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { usePeopleChanged } from './use-people.ts';
import { policyChoices } from './words.ts';

interface SignUpDialogProps {
  open: boolean;
  policy: NonNullable<People['signUp']>['policy'];
  onClose: () => void;
}

export function SignUpDialog({ open, policy, onClose }: SignUpDialogProps) {
  const isPermitted = useMay()(peopleRoutes.setSignUp.permission);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="New Accounts">
      {open &&
        (isPermitted ? (
          <SignUpForm policy={policy} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function SignUpForm({ policy, onClose }: Omit<SignUpDialogProps, 'open'>) {
  const api = useApi();
  const changed = usePeopleChanged();
  const [chosen, setChosen] = useState(policy);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'set-sign-up',
    act: () => {
      setError(null);
      return api.send(peopleRoutes.setSignUp, { body: { policy: chosen } });
    },
    onDone: async () => {
      toast.success('New accounts changed');
      onClose();
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) send();
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ChoiceField
        label="Who may create an account"
        choices={policyChoices}
        value={chosen}
        onValueChange={setChosen}
        disabled={busy}
      />
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}

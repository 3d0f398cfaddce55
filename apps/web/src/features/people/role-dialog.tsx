import { notPermittedSentence, peopleRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { Person } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import type { Subject } from './dialog-kinds.ts';
import { usePeopleChanged } from './use-people.ts';
import { roleChoices } from './words.ts';

/** Changes the role of somebody, or lets in somebody who waits. */
export function RoleDialog({ subject, onClose }: { subject: Subject | null; onClose: () => void }) {
  const isPermitted = useMay()(peopleRoutes.setRole.permission);
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(next) => !next && onClose()}
      title={
        subject === null ? '' : subject.role === null ? `Let ${subject.name} In` : `Role of ${subject.name}`
      }
    >
      {subject !== null &&
        (isPermitted ? (
          <RoleForm subject={subject} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function RoleForm({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const api = useApi();
  const changed = usePeopleChanged();
  const [role, setRole] = useState<Person['role']>(subject.role ?? 'operator');
  const [error, setError] = useState<string | null>(null);
  const waits = subject.role === null;
  const { busy, send } = useSend({
    name: 'set-role',
    act: () => {
      setError(null);
      return api.send(peopleRoutes.setRole, { params: { id: subject.id }, body: { role } });
    },
    onDone: async () => {
      toast.success(waits ? `${subject.name} has access now` : 'Role changed');
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
      <ChoiceField label="Role" choices={roleChoices} value={role} onValueChange={setRole} disabled={busy} />
      {!waits && <p className="text-ink-3 text-sm">Open pages of this person follow within seconds.</p>}
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Saving...' : waits ? 'Let In' : 'Save Role'}
        </Button>
      </DialogActions>
    </form>
  );
}

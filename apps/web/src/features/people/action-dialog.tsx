import { notPermittedSentence, peopleRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ApiClient } from '../../lib/api-client.ts';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseResetLink, type ResetLink } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Question } from '../../ui/question.tsx';
import { type Action, actions } from './actions.ts';
import type { Subject } from './dialog-kinds.ts';
import { usePeopleChanged } from './use-people.ts';

interface ActionDialogProps {
  /** Null while it is closed. */
  action: Action | null;
  subject: Subject | null;
  onClose: () => void;
}

/** Asks before something is done with a person or an invitation. */
export function ActionDialog({ action, subject, onClose }: ActionDialogProps) {
  const open = action !== null && subject !== null;
  const isPermitted = useMay()(peopleRoutes.removePerson.permission);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={open ? actions[action].title(subject.name) : ''}
    >
      {open &&
        (isPermitted ? (
          <ActionQuestion action={action} id={subject.id} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function request(api: ApiClient, action: Action, id: string): Promise<unknown> {
  const params = { id };
  switch (action) {
    case 'remove':
      return api.send(peopleRoutes.removePerson, { params });
    case 'sign-out':
      return api.send(peopleRoutes.signOutPerson, { params });
    case 'reset':
      return api.send(peopleRoutes.createResetLink, { params });
    case 'delete':
      return api.send(peopleRoutes.deleteAccount, { params });
    case 'withdraw':
      return api.send(peopleRoutes.withdrawInvitation, { params });
  }
}

function ActionQuestion({ action, id, onClose }: { action: Action; id: string; onClose: () => void }) {
  const api = useApi();
  const changed = usePeopleChanged();
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<ResetLink | null>(null);
  const words = actions[action];
  const { busy, send } = useSend({
    name: 'change-person',
    act: () => {
      setError(null);
      return request(api, action, id);
    },
    onDone: async (answer) => {
      const link = action === 'reset' ? parseResetLink(answer) : undefined;
      if (link !== undefined) setMade(link);
      toast.success(words.done);
      if (link === undefined) onClose();
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  if (made !== null) return <Made made={made} onClose={onClose} />;
  return (
    <Question
      {...{ action: words.button, doing: words.busy, busy, error }}
      look={action === 'reset' ? 'primary' : 'danger'}
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="text-ink-2">{words.text}</p>
    </Question>
  );
}

function Made({ made: { link, mail }, onClose }: { made: ResetLink; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      {mail === 'failed' && (
        <AlertBox title="The mail could not be sent">
          Hand the link over yourself. It works all the same.
        </AlertBox>
      )}
      <p className="text-ink-2">
        {mail === 'sent'
          ? 'Sent to the address of the account. This is the link; it is shown this once.'
          : 'Shown this once. Hand it over in person or by a way that you trust.'}
      </p>
      <CommandLine label="link">{link}</CommandLine>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </div>
  );
}

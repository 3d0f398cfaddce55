import { createInvitationBody, notPermittedSentence, peopleRoutes, type Role } from '@parley/contract';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { flatDraft, useClearDraft, useDraft } from '../../lib/drafts.ts';
import { type CreatedInvitation, parseCreatedInvitation } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePeopleChanged } from './use-people.ts';
import { roleChoices } from './words.ts';

interface InviteDialogProps {
  open: boolean;
  mailPossible: boolean;
  onClose: () => void;
}

export function InviteDialog({ open, mailPossible, onClose }: InviteDialogProps) {
  const isPermitted = useMay()(peopleRoutes.createInvitation.permission);
  const clearDraft = useClearDraft();
  const discard = () => {
    clearDraft(draftName);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title="Invite Somebody"
      description="By a link that works once."
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        open &&
        (isPermitted ? (
          <Invite mailPossible={mailPossible} onDirtyChange={onDirtyChange} onClose={discard} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

const draftName = 'invitation:new';
const empty = { email: '', role: 'operator' as Role, lasts: '7' };

interface InviteProps extends Omit<InviteDialogProps, 'open'> {
  onDirtyChange: (dirty: boolean) => void;
}

const days = [1, 3, 7, 14, 30].map((count) => ({
  value: String(count),
  label: count === 1 ? '1 day' : `${count} days`,
}));

function Invite({ mailPossible, onDirtyChange, onClose }: InviteProps) {
  const api = useApi();
  const changed = usePeopleChanged();
  const [typed, setTyped] = useState(empty);
  const { email, role, lasts } = typed;
  const change = (next: Partial<typeof empty>) => setTyped((before) => ({ ...before, ...next }));
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<CreatedInvitation | null>(null);
  const { busy, send } = useSend({
    name: 'create-invitation',
    act: (body: object) => {
      setError(null);
      return api.send(peopleRoutes.createInvitation, { body });
    },
    onDone: async (answer) => {
      draft.clear();
      const created = parseCreatedInvitation(answer);
      toast.success('Invitation created', {
        ...(created === undefined && {
          description: 'Its link was not shown. If nobody gets it by mail, withdraw it and invite again.',
        }),
      });
      if (created === undefined) onClose();
      else setMade(created);
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  const draft = useDraft({
    form: draftName,
    value: made === null && email !== '' ? typed : null,
    parse: flatDraft(empty),
    busy,
    onDirtyChange,
  });
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  function submit(): void {
    const address = email.trim();
    const parsed = createInvitationBody.safeParse({
      ...{ role, days: Number(lasts) },
      ...(address !== '' && { email: address }),
    });
    setMistake(parsed.error?.issues[0]?.message ?? null);
    if (parsed.success) send(parsed.data);
  }

  if (made !== null) return <Made made={made} onClose={onClose} />;
  return (
    <DialogForm
      {...{ draft, busy, error }}
      {...{ action: 'Create Invitation', doing: 'Inviting...', failed: 'Failed to invite' }}
      onRestore={setTyped}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        autoComplete="off"
        error={mistake}
        hint={
          mailPossible
            ? 'The link is sent there and works for this address alone. Left empty, it works for whoever has it.'
            : 'The link works for this address alone. Left empty, it works for whoever has it. No mail server is connected, so you hand it over.'
        }
        onChange={(event) => change({ email: event.target.value })}
      />
      <ChoiceField
        label="Role"
        choices={roleChoices}
        value={role}
        onValueChange={(next) => change({ role: next })}
        disabled={busy}
      />
      <NativeSelect
        label="Works for"
        options={days}
        value={lasts}
        onValueChange={(next) => change({ lasts: next })}
        disabled={busy}
      />
    </DialogForm>
  );
}

function Made({
  made: { link, mail, invitation },
  onClose,
}: {
  made: CreatedInvitation;
  onClose: () => void;
}) {
  return (
    <div className="grid gap-4">
      {mail === 'failed' && (
        <AlertBox title="The mail could not be sent">
          Hand the link over yourself. It works all the same.
        </AlertBox>
      )}
      <p className="text-ink-2">
        {mail === 'sent' && `Sent to ${invitation.email}. `}
        This is the link. It is shown this once and works once.
      </p>
      <CommandLine label="link">{link}</CommandLine>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

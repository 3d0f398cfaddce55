import type { People } from '../../lib/parsing/people.ts';
import { ActionDialog } from './action-dialog.tsx';
import { isAction } from './actions.ts';
import type { Subject } from './dialog-kinds.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';
import { usePeople } from './use-people.ts';

interface PeopleDialogsProps {
  /** As in the address: the kind, then the id. Empty: none. */
  open: string;
  onClose: () => void;
}

export function PeopleDialogs({ open, onClose }: PeopleDialogsProps) {
  const { data } = usePeople();
  if (data === undefined || data.managedBy !== 'built-in') return null;
  const [kind = '', id = ''] = open.split(':');
  const subject = subjectOf(data, id);
  return (
    <>
      <InviteDialog open={kind === 'invite'} mailPossible={data.mailPossible} onClose={onClose} />
      <RoleDialog subject={kind === 'role' ? subject : null} onClose={onClose} />
      <ActionDialog action={isAction(kind) ? kind : null} subject={subject} onClose={onClose} />
      {data.signUp !== null && (
        <SignUpDialog open={kind === 'sign-up'} policy={data.signUp.policy} onClose={onClose} />
      )}
    </>
  );
}

function subjectOf({ people, waiting, invitations }: People, id: string): Subject | null {
  const person = people.find((each) => each.id === id);
  if (person !== undefined) return { id, name: person.name, role: person.role };
  const waits = waiting.find((each) => each.id === id);
  if (waits !== undefined) return { id, name: waits.name, role: null };
  const invitation = invitations.find((each) => each.id === id);
  return invitation === undefined
    ? null
    : { id, name: invitation.email ?? 'whoever has the link', role: null };
}

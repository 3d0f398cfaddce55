import { peopleRoutes } from '@parley/contract';
import { UserRoundPlus } from 'lucide-react';
import type { OpenDialog } from '../../../features/people/dialog-kinds.ts';
import { PeopleDialogs } from '../../../features/people/dialogs.tsx';
import { PeopleView } from '../../../features/people/people-view.tsx';
import { SignInPolicyCard } from '../../../features/session/policy/sign-in-policy-card.tsx';
import { usePublicConfig, useSession } from '../../../features/session/session-context.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function PeoplePage() {
  const session = useSession();
  const managedHere = usePublicConfig()?.identity.provider === 'built-in';
  const mayInvite = useMay()(peopleRoutes.createInvitation.permission);
  const [dialog, setDialog] = useAddressParam('dialog');
  const open: OpenDialog = (kind, id) => setDialog(id === undefined ? kind : `${kind}:${id}`);
  return (
    <>
      <PageHeading
        title="People"
        subtitle="Who may use Parley, and as what."
        {...(managedHere &&
          mayInvite && {
            actions: (
              <Button look="primary" onClick={() => open('invite')}>
                <UserRoundPlus aria-hidden="true" className="size-4" />
                Invite
              </Button>
            ),
          })}
      />
      <PeopleView ownId={session.status === 'signed-in' ? session.user.id : ''} onOpen={open} />
      <div className="mt-6">
        <SignInPolicyCard />
      </div>
      <PeopleDialogs open={dialog} onClose={() => setDialog('')} />
    </>
  );
}

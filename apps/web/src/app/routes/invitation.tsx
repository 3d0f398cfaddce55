import { InvitationWidget } from '../../features/session/widgets.tsx';
import { IdentityScreen } from '../identity-screen.tsx';

export function InvitationPage() {
  return (
    <IdentityScreen
      title="You are invited"
      documentTitle="Invitation"
      subtitle="The link that brought you here works once."
    >
      <InvitationWidget />
    </IdentityScreen>
  );
}

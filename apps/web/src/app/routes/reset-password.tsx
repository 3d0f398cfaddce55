import { ResetPasswordWidget } from '../../features/session/widgets.tsx';
import { IdentityScreen } from '../identity-screen.tsx';

export function ResetPasswordPage() {
  return (
    <IdentityScreen
      title="Set a new password"
      documentTitle="Set a New Password"
      subtitle="The link that brought you here works once."
    >
      <ResetPasswordWidget />
    </IdentityScreen>
  );
}

import { AccountView } from '../../../features/session/account/account-view.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function AccountPage() {
  return (
    <>
      <PageHeading title="Your Account" subtitle="How you sign in, and where you are signed in" />
      <AccountView />
    </>
  );
}

import { SecondFactorSetUp } from '../features/session/account/second-factor-set-up.tsx';
import { SignOutLink } from '../features/session/account/sign-out-link.tsx';
import type { SignedIn } from '../features/session/session.ts';
import { IdentityScreen } from './identity-screen.tsx';

/** In the place of every page, until the account has what its organization requires. */
export function SecondFactorScreen({ session }: { session: SignedIn }) {
  return (
    <IdentityScreen
      title="Set up a second factor"
      documentTitle="Set Up a Second Factor"
      subtitle="Your organization requires one. It takes a minute, and you need your phone."
    >
      <SecondFactorSetUp onDone={() => session.getToken({ fresh: true })} />
      <SignOutLink session={session} />
    </IdentityScreen>
  );
}

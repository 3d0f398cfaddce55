import { AlertBox } from '../../../ui/alert-box.tsx';
import { usePublicConfig } from '../session-context.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** With Clerk there is nothing to change here, and the page says where. */
export function AccountView() {
  const provider = usePublicConfig()?.identity.provider;
  if (provider === 'clerk') {
    return (
      <AlertBox tone="grey" title="Managed in Clerk">
        Your password, second factor and sessions are managed by Clerk, which signs you in. How long a session
        lasts without use is set there too, by whoever runs this Parley.
      </AlertBox>
    );
  }
  return (
    <div className="grid max-w-3xl gap-6">
      <SecondFactorCard />
      <SessionsCard />
    </div>
  );
}

import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import type { Session } from './session.ts';

/** The error of the identity provider, with a Retry button. */
export function UnavailableNotice({ session }: { session: Extract<Session, { status: 'unavailable' }> }) {
  const { send } = useSend({ name: 'retry-session', act: async () => session.retry() });
  return (
    <AlertBox title="Sign-in is not available" action={<Button onClick={() => send()}>Retry</Button>}>
      {session.message}
    </AlertBox>
  );
}

import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import type { Session } from './session.ts';

/** Instead of waiting for ever: what is wrong, and a way to try again. */
export function UnavailableNotice({ session }: { session: Extract<Session, { status: 'unavailable' }> }) {
  return (
    <AlertBox title="Sign-in is not available" action={<Button onClick={session.retry}>Retry</Button>}>
      {session.message}
    </AlertBox>
  );
}

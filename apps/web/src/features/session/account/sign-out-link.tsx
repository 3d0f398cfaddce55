import { useState } from 'react';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SignedIn } from '../session.ts';

/** The only other way on, where nothing else is open. */
export function SignOutLink({ session }: { session: SignedIn }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'sign-out-required',
    once: true,
    act: session.signOut,
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  return (
    <div className="mt-6 grid gap-3 border-t pt-4">
      {failure !== null && <AlertBox>{failure}</AlertBox>}
      <Button look="quiet" busy={busy} onClick={() => send()}>
        Sign Out
      </Button>
    </div>
  );
}

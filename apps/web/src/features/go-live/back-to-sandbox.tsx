import { callingRoutes } from '@parley/contract';
import { useId, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { useSideChanged } from './use-go-live.ts';

/** At once and without a question: it is what somebody presses when something goes wrong. */
export function BackToSandbox({ revision, onSwitched }: { revision: number; onSwitched: () => void }) {
  const titleId = useId();
  const api = useApi();
  const changed = useSideChanged();
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'back-to-sandbox',
    act: () => {
      setError(null);
      return api.send(callingRoutes.backToSandbox, { body: { revision } });
    },
    onDone: async (answer) => {
      onSwitched();
      await changed(answer);
      toast.success('New calls stay in the sandbox');
    },
    onFailed: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) void changed();
      setError(sentenceOf(failure));
    },
  });
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Back to the Sandbox"
        titleId={titleId}
        subtitle="New calls stay in the sandbox at once. Calls that are up go on, and calls to your numbers are still answered."
      />
      <CardBody className="grid gap-4">
        {error !== null && <AlertBox>{error}</AlertBox>}
        <Button busy={busy} onClick={() => send()}>
          {busy ? 'Switching...' : 'Back to the Sandbox'}
        </Button>
      </CardBody>
    </Card>
  );
}

import { type ConnectionKind, connectionRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { isOutdated } from './failure.ts';
import { focusCard, kindWords } from './kinds.ts';
import { useConnectionsChanged } from './use-connections.ts';

interface UseDefaultButtonProps {
  kind: ConnectionKind;
  id: string;
  revision: number;
}

/** In the place of what was disconnected; never by itself. */
export function UseDefaultButton({ kind, id, revision }: UseDefaultButtonProps) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const { busy, send } = useSend({
    name: 'use-default',
    act: () => api.send(connectionRoutes.useDefault, { params: { id }, body: { revision } }),
    onDone: async (answer) => {
      await changed(answer);
      toast.success(`${kindWords[kind].title}: the deployment's is used`);
      // The button is gone.
      focusCard(kind);
    },
    onFailed: (error) => {
      if (isOutdated(error)) void changed();
      toast.error('Nothing was changed', { description: sentenceOf(error) });
    },
  });
  return (
    <Button busy={busy} onClick={() => send()}>
      Use the Deployment's
    </Button>
  );
}

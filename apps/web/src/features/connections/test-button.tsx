import { connectionRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseTest } from '../../lib/parsing/connections.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { useConnectionsChanged } from './use-connections.ts';

/** Tries the connection; the card shows what was found, and a toast says that it was tried. */
export function TestButton({ id, title }: { id: string; title: string }) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const { busy, send } = useSend({
    name: 'test-connection',
    act: () => api.send(connectionRoutes.testConnection, { params: { id } }),
    onDone: async (answer) => {
      await changed(answer);
      const problem = parseTest(answer)?.problem ?? null;
      if (problem === null) toast.success(`${title} works`);
      else toast.error(problem.sentence, { description: problem.remedy });
    },
    onFailed: (error) => toast.error(`${title} could not be tested`, { description: sentenceOf(error) }),
  });
  return (
    <Button aria-label={`Test ${title}`} busy={busy} onClick={() => send()}>
      {busy ? 'Testing...' : 'Test'}
    </Button>
  );
}

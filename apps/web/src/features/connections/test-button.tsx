import { type ConnectionKind, connectionRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseTest } from '../../lib/parsing/connections.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import type { Failure } from './failure.ts';
import { FailureBox } from './failure-box.tsx';
import { modelTestText } from './model/model-texts.ts';
import { useConnectionsChanged } from './use-connections.ts';

interface TestButtonProps {
  kind: ConnectionKind;
  /** Of the connection; null: what the environment sets is tested. */
  id: string | null;
  title: string;
}

/**
 * Tries the connection. What was found is stored with it and on its card, and a toast says it; of what the environment sets
 * nothing is stored, so what is wrong stands beside the button until the page is left.
 */
export function TestButton({ kind, id, title }: TestButtonProps) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const [found, setFound] = useState<Failure | null>(null);
  const { busy, send } = useSend({
    name: 'test-connection',
    act: () => {
      setFound(null);
      return id === null
        ? api.send(connectionRoutes.testDefault, { params: { kind } })
        : api.send(connectionRoutes.testConnection, { params: { id } });
    },
    onDone: async (answer) => {
      await changed(answer);
      const { problem, model } = parseTest(answer);
      if (problem !== null && id === null) setFound(problem);
      else if (problem !== null) toast.error(problem.sentence, { description: problem.remedy });
      else toast.success(`${title} works`, model && { description: modelTestText(model) });
    },
    onFailed: (error) => toast.error(`${title} could not be tested`, { description: sentenceOf(error) }),
  });
  return (
    <>
      <Button aria-label={`Test ${title}`} busy={busy} onClick={() => send()}>
        {busy ? 'Testing...' : 'Test'}
      </Button>
      {found !== null && (
        <div className="order-first w-full">
          <FailureBox failure={found} />
        </div>
      )}
    </>
  );
}

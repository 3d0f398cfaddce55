import type { Route } from '@parley/contract';
import { toast } from 'sonner';
import type { RequestInput } from '../../lib/api-client.ts';
import { useApi } from '../../lib/api-context.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useConnectionsChanged } from './use-connections.ts';
import { useFailure } from './use-failure.ts';

interface ConnectOptions {
  route: Route;
  /** The toast after it. */
  done: string;
  onConnected: (answer: unknown) => void;
  /** Also when what asked for it is no longer shown. */
  onChanged?: () => void;
}

/** Stores a connection. What was typed stays in the form until the server has it. */
export function useConnect({ route, done, onConnected, onChanged }: ConnectOptions) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const mounted = useMounted();
  const { failure, clearFailure, onFailed } = useFailure();
  const { busy, send } = useSend({
    name: 'connect',
    act: (input: Pick<RequestInput, 'body' | 'params'>) => {
      clearFailure();
      return api.send(route, input);
    },
    onDone: async (answer) => {
      await changed(answer);
      toast.success(done);
      onChanged?.();
      if (mounted.current) onConnected(answer);
    },
    onFailed,
  });
  return { busy, connect: send, failure, clearFailure };
}

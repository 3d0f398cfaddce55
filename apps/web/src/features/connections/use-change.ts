import type { Route } from '@parley/contract';
import { toast } from 'sonner';
import type { RequestInput } from '../../lib/api-client.ts';
import { useApi } from '../../lib/api-context.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useConnectionsChanged } from './use-connections.ts';
import { useFailure } from './use-failure.ts';

interface ChangeOptions {
  /** Of the request, as `useSend` wants it. */
  name: string;
  route: Route;
  /** The toast after it. */
  done: string;
  onDone: (answer: unknown) => void;
  /** Also when what asked for it is no longer shown. */
  onChanged?: () => void;
}

/** Connects something, or changes what is connected. What was typed stays in the form until the server has it. */
export function useChange({ name, route, done, onDone, onChanged }: ChangeOptions) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const mounted = useMounted();
  const { failure, clearFailure, onFailed } = useFailure();
  const { busy, send } = useSend({
    name,
    act: (input: Pick<RequestInput, 'body' | 'params'>) => {
      clearFailure();
      return api.send(route, input);
    },
    onDone: async (answer) => {
      await changed(answer);
      toast.success(done);
      onChanged?.();
      if (mounted.current) onDone(answer);
    },
    onFailed,
  });
  return { busy, change: send, failure, clearFailure };
}

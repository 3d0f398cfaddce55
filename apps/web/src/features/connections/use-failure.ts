import { useState } from 'react';
import { type Failure, failureOf, isOutdated } from './failure.ts';
import { useConnectionsChanged } from './use-connections.ts';

/** Why a change was refused. What another administrator has changed meanwhile is shown behind the dialog. */
export function useFailure() {
  const changed = useConnectionsChanged();
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    clearFailure: () => setFailure(null),
    onFailed(error: unknown): void {
      if (isOutdated(error)) void changed();
      setFailure(failureOf(error));
    },
  };
}

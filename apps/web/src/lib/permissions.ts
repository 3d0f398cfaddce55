import type { Permission } from '@parley/contract';
import { createContext, useCallback, useContext, useState } from 'react';

const PermissionsContext = createContext<readonly Permission[] | null>(null);

export const PermissionsProvider = PermissionsContext.Provider;

/** Whether something is offered. The server checks every request by itself. Null stands for what needs no permission. */
export function useMay(): (permission: Permission | null) => boolean {
  const permissions = useContext(PermissionsContext);
  if (permissions === null) throw new Error('useMay needs a PermissionsProvider above it');
  return (permission) => permission === null || permissions.includes(permission);
}

interface OfferedPermissions {
  offered: readonly Permission[];
  /** The server has refused it, although the page offered it: the page may be of an older release, with another table. */
  withdraw: (permission: Permission) => void;
}

/** What the session grants, without what was withdrawn since it was granted. */
export function useOfferedPermissions(granted: readonly Permission[]): OfferedPermissions {
  const [state, setState] = useState<State>({ granted, offered: granted });
  // A changed role starts anew.
  if (state.granted !== granted) setState({ granted, offered: granted });
  const withdraw = useCallback(
    (permission: Permission) =>
      setState(({ granted, offered }) => ({
        granted,
        offered: offered.filter((each) => each !== permission),
      })),
    [],
  );
  return { offered: state.granted === granted ? state.offered : granted, withdraw };
}

interface State {
  granted: readonly Permission[];
  offered: readonly Permission[];
}

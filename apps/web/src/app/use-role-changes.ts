import type { Permission } from '@parley/contract';
import { useEffect, useRef } from 'react';
import type { GetToken } from '../lib/api-client.ts';
import { notifyOtherTabs, onTabMessage } from '../lib/tabs.ts';

/**
 * The tabs of a browser share one event stream, so only one of them renews its token regularly and notices a changed role.
 * It tells the others, which fetch a token of their own: each tab goes by its own token alone.
 */
export function useRoleChanges(permissions: readonly Permission[], getToken: GetToken): void {
  const before = useRef(permissions);
  useEffect(() => {
    if (before.current === permissions) return;
    before.current = permissions;
    notifyOtherTabs({ kind: 'role-changed' });
  }, [permissions]);
  useEffect(
    () =>
      onTabMessage(({ kind }) => {
        // Without a token nothing changes; the next request reports the error.
        if (kind === 'role-changed') getToken({ fresh: true }).catch(() => {});
      }),
    [getToken],
  );
}

import { lazy, Suspense, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { clearDrafts } from '../../../lib/drafts.ts';
import { notifyOtherTabs, onTabMessage } from '../../../lib/tabs.ts';
import type { IdentityHostProps } from '../identity-host.ts';
import { usePageRestored } from '../use-page-restored.ts';
import { createAuthClient } from './auth-client.ts';
import { createBuiltInSession } from './built-in-session.ts';

/** Loaded on the sign-in pages only; other pages just need the session. */
const Forms = lazy(async () => ({ default: (await import('./forms.tsx')).Forms }));

export function BuiltInHost({ appKey, identity, paths, slot, publish }: IdentityHostProps<'built-in'>) {
  const client = useMemo(() => createAuthClient(), []);
  const session = useMemo(
    () =>
      createBuiltInSession({
        client,
        appKey,
        publish,
        leave() {
          clearDrafts();
          window.location.assign(paths.home);
        },
        onSignedOut: () => notifyOtherTabs({ kind: 'signed-out' }),
      }),
    [client, appKey, publish, paths.home],
  );
  useEffect(() => void session.start(), [session]);
  usePageRestored(session.start);
  useEffect(() => onTabMessage(({ kind }) => kind === 'signed-out' && session.endHere()), [session]);

  if (slot === null) return null;
  return createPortal(
    <Suspense>
      <Forms kind={slot.kind} identity={identity} paths={paths} client={client} session={session} />
    </Suspense>,
    slot.element,
  );
}

import { lazy, Suspense, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { clearDrafts } from '../../../lib/drafts.ts';
import { notifyOtherTabs, onTabMessage } from '../../../lib/tabs.ts';
import type { IdentityHostProps } from '../identity-host.ts';
import { forgetPage } from '../idle/return-page.ts';
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
          forgetPage();
          window.location.assign(paths.home);
        },
        onSignedOut: () => notifyOtherTabs({ kind: 'signed-out' }),
        onIdleEnd: () => notifyOtherTabs({ kind: 'session-ended' }),
      }),
    [client, appKey, publish, paths.home],
  );
  useEffect(() => void session.start(), [session]);
  usePageRestored(session.start);
  useEffect(
    () =>
      onTabMessage(({ kind }) => {
        if (kind === 'signed-out') session.endHere();
        if (kind === 'session-ended') void session.start();
      }),
    [session],
  );

  if (slot === null) return null;
  return createPortal(
    <Suspense>
      <Forms kind={slot.kind} identity={identity} paths={paths} client={client} session={session} />
    </Suspense>,
    slot.element,
  );
}

import { lazy, Suspense, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { forgetDrafts } from '../../../lib/drafts.ts';
import { onTabNews, tellOtherTabs } from '../../../lib/tabs.ts';
import type { IdentityHostProps } from '../identity-host.ts';
import { useReturn } from '../use-return.ts';
import { createAuthClient } from './auth-client.ts';
import { createBuiltInSession } from './built-in-session.ts';

/** Only who signs in or up needs them; everybody else just wants to know who is there. */
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
          forgetDrafts();
          window.location.assign(paths.home);
        },
        onSignedOut: () => tellOtherTabs({ kind: 'signed-out' }),
      }),
    [client, appKey, publish, paths.home],
  );
  useEffect(() => void session.start(), [session]);
  useReturn(session.start);
  useEffect(() => onTabNews(({ kind }) => kind === 'signed-out' && session.forget()), [session]);

  if (slot === null) return null;
  return createPortal(
    <Suspense>
      <Forms kind={slot.kind} identity={identity} paths={paths} client={client} session={session} />
    </Suspense>,
    slot.element,
  );
}

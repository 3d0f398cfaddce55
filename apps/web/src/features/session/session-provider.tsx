import type { PublicConfig } from '@parley/contract';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { IdentityHostProps, SessionPaths } from './identity-host.ts';
import { loadPublicConfig } from './public-config.ts';
import type { Session } from './session.ts';
import { type IdentityFormSlot, SessionContext } from './session-context.ts';

type RenderHost = (props: Omit<IdentityHostProps<'built-in' | 'clerk'>, 'identity'>) => ReactNode;

/**
 * Loads the code of the identity provider. Not with `lazy`: React shows what was suspended up to 300 ms later, and the
 * first request of every page waits for it.
 */
async function loadHost(identity: PublicConfig['identity']): Promise<RenderHost> {
  if (identity.provider === 'clerk') {
    const { ClerkHost } = await import('./clerk/clerk-host.tsx');
    return (props) => <ClerkHost identity={identity} {...props} />;
  }
  const { BuiltInHost } = await import('./built-in/built-in-host.tsx');
  return (props) => <BuiltInHost identity={identity} {...props} />;
}

let preloaded: Promise<PublicConfig> | null = null;

/** Loads the configuration and the identity provider's code while the code of the page is loading. */
export function preloadSession(): void {
  preloaded = loadPublicConfig();
  // SessionProvider reports the error.
  preloaded.then(({ identity }) => loadHost(identity)).catch(() => {});
}

/** The preloaded configuration is used once; a retry fetches it again. */
function publicConfig(): Promise<PublicConfig> {
  const config = preloaded ?? loadPublicConfig();
  preloaded = null;
  return config;
}

interface SessionProviderProps {
  paths: SessionPaths;
  children: ReactNode;
}

/** Loads the identity provider that the server uses, and only that one. The page is shown meanwhile. */
export function SessionProvider({ paths, children }: SessionProviderProps) {
  const [session, publish] = useState<Session>({ status: 'loading' });
  const [config, setConfig] = useState<PublicConfig | null>(null);
  const [renderHost, setRenderHost] = useState<RenderHost | null>(null);
  const [slot, setSlot] = useState<IdentityFormSlot | null>(null);
  const navigate = useNavigate();

  const load = useCallback(async () => {
    publish({ status: 'loading' });
    try {
      const loaded = await publicConfig();
      setConfig(loaded);
      const render = await loadHost(loaded.identity);
      setRenderHost(() => render);
    } catch (error) {
      publish({ status: 'unavailable', message: sentenceOf(error), retry: () => void load() });
    }
  }, []);
  useEffect(() => void load(), [load]);

  const value = useMemo(() => ({ session, config, setSlot }), [session, config]);
  return (
    <SessionContext value={value}>
      {children}
      {config !== null && renderHost?.({ appKey: config.appKey, paths, slot, publish, navigate })}
    </SessionContext>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

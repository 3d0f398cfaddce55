import type { PublicConfig } from '@parley/contract';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionPaths } from './identity-host.ts';
import { loadPublicConfig } from './public-config.ts';
import type { Session } from './session.ts';
import { type IdentityFormSlot, SessionContext } from './session-context.ts';

const hosts = {
  'built-in': () => import('./built-in/built-in-host.tsx'),
  clerk: () => import('./clerk/clerk-host.tsx'),
} satisfies Record<PublicConfig['identity']['provider'], () => Promise<unknown>>;

const BuiltInHost = lazy(async () => ({ default: (await hosts['built-in']()).BuiltInHost }));
const ClerkHost = lazy(async () => ({ default: (await hosts.clerk()).ClerkHost }));

let preloaded: Promise<PublicConfig> | null = null;

/** Loads the configuration and the identity provider's code while the code of the page is loading. */
export function preloadSession(): void {
  preloaded = loadPublicConfig();
  // SessionProvider reports the error.
  preloaded.then(async ({ identity }) => void (await hosts[identity.provider]())).catch(() => {});
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
  const [slot, setSlot] = useState<IdentityFormSlot | null>(null);
  const navigate = useNavigate();

  const load = useCallback(async () => {
    publish({ status: 'loading' });
    try {
      setConfig(await publicConfig());
    } catch (error) {
      publish({ status: 'unavailable', message: sentenceOf(error), retry: () => void load() });
    }
  }, []);
  useEffect(() => void load(), [load]);

  const value = useMemo(() => ({ session, config, setSlot }), [session, config]);
  const common = { paths, slot, publish, navigate };
  return (
    <SessionContext value={value}>
      {children}
      <Suspense>
        {config?.identity.provider === 'built-in' && (
          <BuiltInHost appKey={config.appKey} identity={config.identity} {...common} />
        )}
        {config?.identity.provider === 'clerk' && (
          <ClerkHost appKey={config.appKey} identity={config.identity} {...common} />
        )}
      </Suspense>
    </SessionContext>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

import type { PublicConfig } from '@parley/contract';
import type { Session } from './session.ts';
import type { IdentityFormSlot } from './session-context.ts';

/** The addresses that the forms navigate to. */
export interface SessionPaths {
  home: string;
  app: string;
  signIn: string;
  signUp: string;
}

/**
 * An identity provider is a component that publishes the session and renders its forms into the slot. It is rendered
 * beside the page, not around it, so that the page is not mounted again when the provider has been loaded.
 */
export interface IdentityHostProps<Provider extends PublicConfig['identity']['provider']> {
  appKey: string;
  identity: Extract<PublicConfig['identity'], { provider: Provider }>;
  paths: SessionPaths;
  slot: IdentityFormSlot | null;
  publish: (session: Session) => void;
  navigate: (to: string, options?: { replace?: boolean }) => void;
}

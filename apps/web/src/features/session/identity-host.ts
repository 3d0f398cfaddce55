import type { PublicConfig } from '@parley/contract';
import type { Session } from './session.ts';
import type { WidgetSlot } from './session-context.ts';

/** Where the forms lead. */
export interface SessionPaths {
  home: string;
  app: string;
  signIn: string;
  signUp: string;
}

/**
 * What an identity provider's implementation is: a component that tells who is signed in and fills the slot with its
 * forms. It sits beside the page, never around it, so the page does not mount anew when the provider arrives.
 */
export interface IdentityHostProps<Provider extends PublicConfig['identity']['provider']> {
  appKey: string;
  identity: Extract<PublicConfig['identity'], { provider: Provider }>;
  paths: SessionPaths;
  slot: WidgetSlot | null;
  publish: (session: Session) => void;
  navigate: (to: string, options?: { replace?: boolean }) => void;
}

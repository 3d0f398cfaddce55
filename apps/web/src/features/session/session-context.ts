import type { PublicConfig } from '@parley/contract';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** Where the identity provider shows its form: the page gives the place, the provider fills it. */
export interface WidgetSlot {
  kind: 'sign-in' | 'sign-up' | 'reset-password';
  element: HTMLElement;
}

export interface SessionContextValue {
  session: Session;
  /** Null until the server has told. */
  config: PublicConfig | null;
  setSlot: (slot: WidgetSlot | null) => void;
}

export const SessionContext = createContext<SessionContextValue | null>(null);

export function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession needs a SessionProvider above it');
  return value;
}

export function useSession(): Session {
  return useSessionContext().session;
}

/** What the server tells everybody; null until it has. */
export function usePublicConfig(): PublicConfig | null {
  return useSessionContext().config;
}

import type { PublicConfig } from '@parley/contract';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** The element of the page into which the identity provider renders its form. */
export interface IdentityFormSlot {
  kind: 'sign-in' | 'sign-up' | 'reset-password' | 'invitation';
  element: HTMLElement;
}

export interface SessionContextValue {
  session: Session;
  /** Null until it is loaded. */
  config: PublicConfig | null;
  setSlot: (slot: IdentityFormSlot | null) => void;
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

/** Null until it is loaded. */
export function usePublicConfig(): PublicConfig | null {
  return useSessionContext().config;
}

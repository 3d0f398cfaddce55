import type { VerifiedToken } from './identity.ts';

/** The part of a token that says which access it stands for. */
export type TokenAccess = Pick<VerifiedToken, 'subject' | 'sessionId' | 'accessVersion'>;

/** Somebody's role was given, changed or taken, or one of their sessions has ended. */
export type AccessChange =
  | { readonly userId: string; readonly version: number }
  | { readonly sessionId: string };

/** The changes that all servers make. */
export interface AccessFeed {
  listen(listener: {
    onChange(change: AccessChange): void;
    /** Changes may have been missed. */
    onGap(): void;
  }): Promise<{ close(): Promise<void> }>;
  /** Those that tokens in use may not know yet. */
  recent(): Promise<AccessChange[]>;
}

/** Which tokens are void before they expire. */
export interface TokenRevocations {
  isVoid(token: TokenAccess): boolean;
  /** Calls back once when the token becomes void. Returns how to stop that. */
  watch(token: TokenAccess, onVoid: () => void): () => void;
}

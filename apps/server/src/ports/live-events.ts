import type { LiveEvent } from '@parley/contract';

/** That something changed; what it is now is read from the database by whoever wants to know. */
export type LiveNotice = { readonly tenantId: string } & (
  | { readonly kind: 'changed'; readonly callId: string }
  | { readonly kind: 'removed'; readonly callId: string }
  | { readonly kind: 'spoken'; readonly callId: string; readonly ordinal: number }
  | { readonly kind: 'listed'; readonly list: 'templates' | 'agents' }
);

export interface LiveFeed {
  /** Hears of every change in every process until closed. */
  listen(listener: LiveListener): Promise<{ close(): Promise<void> }>;
  /** The event as a tenant may see it; null when its subject is gone. */
  read(notice: LiveNotice): Promise<LiveEvent | null>;
}

export interface LiveListener {
  onNotice(notice: LiveNotice): void;
  /** The line was down for a while: notices may have been missed. */
  onGap(): void;
}

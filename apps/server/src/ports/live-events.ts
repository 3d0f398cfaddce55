import type { LiveEvent } from '@parley/contract';

/** Says what changed, without the new state; the state is read from the database. */
export type LiveNotice = { readonly tenantId: string } & (
  | { readonly kind: 'changed'; readonly callId: string }
  | { readonly kind: 'removed'; readonly callId: string }
  | { readonly kind: 'spoken'; readonly callId: string; readonly ordinal: number }
  /** Its draft, its version, its numbers or whether it is archived. */
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'follow-up'; readonly id: string }
  /** Null: contacts of many numbers. */
  | { readonly kind: 'contact'; readonly number: string | null }
  | { readonly kind: 'outcome'; readonly callId: string }
  /** What a tool was used for on the call, or how that ended. */
  | { readonly kind: 'tool'; readonly callId: string }
  | { readonly kind: 'recording'; readonly callId: string }
  | { readonly kind: 'import'; readonly importId: string }
  | { readonly kind: 'campaign'; readonly campaignId: string }
  /** A person was erased: anything that pages show may be about them. */
  | { readonly kind: 'erased' }
  | {
      readonly kind: 'listed';
      readonly list:
        | 'templates'
        | 'agents'
        | 'organization'
        | 'spending'
        | 'connections'
        | 'doNotCall'
        | 'consentRules'
        | 'apiKeys'
        | 'webhooks';
    }
);

export interface LiveFeed {
  /** Receives the notices of all servers until closed. */
  listen(listener: LiveListener): Promise<{ close(): Promise<void> }>;
  /** The event as a tenant may see it; null when its subject is gone. */
  read(notice: LiveNotice): Promise<LiveEvent | null>;
}

export interface LiveListener {
  onNotice(notice: LiveNotice): void;
  /** The connection was lost for a while: notices may have been missed. */
  onGap(): void;
}

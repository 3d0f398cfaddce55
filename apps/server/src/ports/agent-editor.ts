import type { AgentCard, AgentConfig, AgentDraft, AgentVersion, AgentVersionEntry } from '@parley/contract';
import type { CarrierIdentity } from './carrier.ts';
import type { Actor } from './number-store.ts';

/** A card, with null for the engine of the deployment. */
export type StoredCard = Omit<AgentCard, 'engine'> & { readonly engine: AgentCard['engine'] | null };

export interface StoredAgent {
  readonly id: string;
  readonly draft: AgentDraft;
  readonly published: AgentVersion | null;
  readonly archivedAt: string | null;
}

export type SaveResult =
  | { readonly kind: 'saved'; readonly draft: AgentDraft }
  | { readonly kind: 'missing' }
  | { readonly kind: 'archived' }
  /** Somebody else has saved since. */
  | { readonly kind: 'conflict'; readonly stored: AgentDraft };

export type PublishResult =
  | { readonly kind: 'published'; readonly version: AgentVersionEntry; readonly created: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'conflict'; readonly stored: AgentDraft };

/** An agent that is to be made. */
export interface WantedAgent {
  /** Or that with a number behind it, where it is taken. */
  readonly id: string;
  readonly config: AgentConfig;
  /** Null: a repeated request makes another agent. */
  readonly request: { readonly key: string; readonly content: string } | null;
}

export type CreateResult =
  | { readonly kind: 'made'; readonly id: string }
  | { readonly kind: 'too_many' }
  /** The key belongs to a request for another agent. */
  | { readonly kind: 'key_reused' };

export type RemoveResult =
  | 'removed'
  | 'missing'
  /** One of the two that every organization has. */
  | 'fixed'
  /** It takes calls; it has to be archived first. */
  | 'active'
  | 'has_calls'
  | 'being_tried';

/** Agents as people edit them. Every change is stored with its audit entry and its notice to open pages. */
export interface AgentEditor {
  /** Reads no draft and no version. */
  cards(tenantId: string, accounts: readonly CarrierIdentity[], callsSince: Date): Promise<StoredCard[]>;
  get(tenantId: string, agentId: string): Promise<StoredAgent | null>;
  /** A request with the same key and content makes one agent, however often it arrives. */
  create(tenantId: string, wanted: WantedAgent, actor: Actor): Promise<CreateResult>;
  saveDraft(
    tenantId: string,
    agentId: string,
    change: { readonly revision: number; readonly config: AgentConfig; readonly restored?: number },
    actor: Actor,
    at: Date,
  ): Promise<SaveResult>;
  /** Publishes the draft of this revision; one that is published already makes no new version. */
  publish(
    tenantId: string,
    agentId: string,
    change: { readonly revision: number; readonly note: string },
    actor: Actor,
    at: Date,
  ): Promise<PublishResult>;
  /** Newest first. Null: no such agent. */
  versions(
    tenantId: string,
    agentId: string,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<AgentVersionEntry[] | null>;
  version(tenantId: string, agentId: string, version: number): Promise<AgentVersion | null>;
  /** Releases its numbers too. False: no such agent. */
  archive(tenantId: string, agentId: string, actor: Actor, at: Date): Promise<boolean>;
  unarchive(tenantId: string, agentId: string, actor: Actor): Promise<boolean>;
  /** Deletes an agent without calls, with its versions, templates and tries. */
  remove(tenantId: string, agentId: string, actor: Actor, at: Date): Promise<RemoveResult>;
}

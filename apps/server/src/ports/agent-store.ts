import type { VoiceEngine } from '@parley/contract';

export interface AgentProfile {
  readonly tenantId: string;
  readonly id: string;
  readonly displayName: string;
  readonly persona: string;
  readonly greeting: string;
  /** What it may do for callers. */
  readonly abilities: string;
  readonly language: string;
  readonly voice: string | null;
  /** Null: what the deployment uses. */
  readonly engine: VoiceEngine | null;
  readonly model: string | null;
  readonly phoneNumber: string | null;
  readonly transferNumber: string | null;
}

export interface StarterAgent
  extends Pick<AgentProfile, 'id' | 'displayName' | 'persona' | 'greeting' | 'abilities'> {
  readonly templates: readonly { name: string; prompt: string; placeholders: Record<string, string> }[];
}

export interface AgentStore {
  list(tenantId: string): Promise<AgentProfile[]>;
  get(tenantId: string, id: string): Promise<AgentProfile | null>;
  /** The agent of a call that goes on: whatever people's requests wait for, this does not. */
  forCall(call: { readonly tenantId: string; readonly agentId: string | null }): Promise<AgentProfile | null>;
  /** Whoever answers this number, in any tenant. */
  byNumber(number: string): Promise<AgentProfile | null>;
  /** Every number that an agent answers, in any tenant. */
  numbers(): Promise<string[]>;
  /** Makes a tenant with its first agents and their templates, all or nothing. False when it was there already. */
  createTenant(tenant: { id: string; name: string }, agents: readonly StarterAgent[]): Promise<boolean>;
  /** Gives an agent its number, taking it from whoever had it. Null takes it away. */
  assignNumber(tenantId: string, agentId: string, number: string | null): Promise<void>;
}

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
  /** The agent of a live call. Uses the connections reserved for calls, not those of people's requests. */
  forCall(call: { readonly tenantId: string; readonly agentId: string | null }): Promise<AgentProfile | null>;
  /** The agent that answers this number, in any tenant. */
  byNumber(number: string): Promise<AgentProfile | null>;
  /** Every number that an agent answers, in any tenant. */
  numbers(): Promise<string[]>;
  /** Creates a tenant with its first agents and their templates, atomically. False when it exists already. */
  createTenant(tenant: { id: string; name: string }, agents: readonly StarterAgent[]): Promise<boolean>;
  /** Gives an agent a number, taking it from the agent that had it. Null removes the agent's number. */
  assignNumber(tenantId: string, agentId: string, number: string | null): Promise<void>;
}

import type { AgentConfig, RecordingConsent, VoiceEngine } from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { CarrierIdentity } from './carrier.ts';

/** What is known of an agent without reading a version: its columns are those of the published one. */
export interface AgentSummary {
  /** What the carrier has to know of the published version before a call is placed; read by `get` alone. */
  readonly conversation?: PlacingManners | null;
  readonly tenantId: string;
  readonly id: string;
  readonly displayName: string;
  readonly language: string;
  /** Null: what the deployment uses. */
  readonly engine: VoiceEngine | null;
  /** Null: never published, so it makes and takes no calls. */
  readonly publishedVersion: number | null;
  readonly archivedAt: Date | null;
  /** Its number of the carrier account that was asked for: its caller id there. */
  readonly phoneNumber: string | null;
}

export type PlacingManners = Pick<AgentConfig['conversation'], 'maxMinutes' | 'voicemail' | 'screening'>;

/** An agent as it speaks on a call: one of its versions. */
export interface AgentProfile {
  readonly tenantId: string;
  readonly id: string;
  readonly version: number;
  readonly config: AgentConfig;
  readonly displayName: string;
  readonly language: string;
  /** Null: what the deployment uses. */
  readonly model: string | null;
  readonly transferNumber: string | null;
  /** How its calls are recorded; left out: they are not. Read with it, so that a call waits for nothing else. */
  readonly recording?: RecordingConsent;
}

export interface StarterAgent {
  readonly id: string;
  readonly config: AgentConfig;
  readonly templates: readonly { name: string; prompt: string; placeholders: Record<string, string> }[];
}

/** Whose number was called, and the agent that answers it; null where none does. */
export interface CalledNumber {
  readonly tenantId: string;
  readonly agent: AgentSummary | null;
}

/** Agents as calls need them. */
export interface AgentStore {
  /** All of a tenant, by name, archived and unpublished ones too. */
  list(tenantId: string, account: CarrierIdentity | null): Promise<AgentSummary[]>;
  /** `version`: whose manners are read; the published one where it is left out. */
  get(
    tenantId: string,
    id: string,
    account: CarrierIdentity | null,
    version?: number,
  ): Promise<AgentSummary | null>;
  /**
   * The agent of a live call, in the version that the call names. Uses the connections reserved for calls, not those of
   * people's requests.
   */
  forCall(
    call: Pick<CallRecord, 'tenantId' | 'agentId'> &
      Partial<Pick<CallRecord, 'id' | 'mode' | 'agentVersion'>>,
  ): Promise<AgentProfile | null>;
  /** Null for a number that the account does not have. An agent that is archived or not published answers nothing. */
  answering(number: string, account: CarrierIdentity): Promise<CalledNumber | null>;
  /** Creates a tenant with its first agents and their templates, atomically. False when it exists already. */
  createTenant(tenant: { id: string; name: string }, agents: readonly StarterAgent[]): Promise<boolean>;
}

import type { VoiceEngine } from '@parley/contract';
import type { PlacingLimits } from '../../ports/call-admission.ts';
import type { InboundLimits } from '../../ports/inbound-admission.ts';
import type { NumberGuard } from './number-type-guard.ts';

/** Limits and permissions of this deployment. */
export interface CallRules {
  /** The caller id for an agent with this number, or without one. */
  readonly callerIdOf: (agentNumber: string | null) => string;
  readonly defaultEngine: VoiceEngine;
  readonly maxSeconds: number;
  readonly limits: PlacingLimits;
  readonly inboundLimits: InboundLimits;
  /** Throws for a number that must not be called because of its country or type. */
  readonly guardNumber: NumberGuard;
  /** False when no model or speech engine is set up that may speak on this deployment's calls. */
  readonly canSpeak: (engine: VoiceEngine) => boolean;
  /** False when the scripted agent would speak and the instructions are not in English. */
  readonly canRead: (engine: VoiceEngine, instructions: string) => boolean;
  /** The tenant of inbound calls to a number without an agent. */
  readonly defaultTenant: string;
  /** True once the server was asked to stop. */
  readonly draining: () => boolean;
}

import type { VoiceEngine } from '@parley/contract';
import type { PlacingLimits } from '../../ports/call-admission.ts';
import type { InboundLimits } from '../../ports/inbound-admission.ts';
import type { NumberGuard } from './number-type-guard.ts';

/** What this deployment lets its agents do. */
export interface CallRules {
  /** What the person called sees, for an agent with this number or without one. */
  readonly callerIdOf: (agentNumber: string | null) => string;
  readonly defaultEngine: VoiceEngine;
  readonly maxSeconds: number;
  readonly limits: PlacingLimits;
  readonly inboundLimits: InboundLimits;
  /** Throws for a number that nobody here means to call: its country, or its kind. */
  readonly guardNumber: NumberGuard;
  /** False when nothing is set up that could speak with real people in this way. */
  readonly canSpeak: (engine: VoiceEngine) => boolean;
  /** False when whatever would speak cannot read instructions like these. */
  readonly canRead: (engine: VoiceEngine, instructions: string) => boolean;
  /** The tenant of inbound calls to a number without an agent. */
  readonly defaultTenant: string;
  /** True once the server was asked to stop. */
  readonly draining: () => boolean;
}

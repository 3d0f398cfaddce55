import type { VoiceEngine } from '@parley/contract';
import type { PlacingLimits } from '../../ports/call-admission.ts';
import type { CarrierIdentity } from '../../ports/carrier.ts';
import type { InboundLimits } from '../../ports/inbound-admission.ts';
import type { NumberGuard } from './number-type-guard.ts';

/** What depends on the carrier of a call: the sandbox allows more than a carrier that reaches real phones. */
export interface CarrierRules {
  /** The caller id for an agent with this number of the account, or without one. */
  readonly callerIdOf: (agentNumber: string | null) => string;
  /** Throws for a number that must not be called because of its country or type. */
  readonly guardNumber: NumberGuard;
  /** False when no model or speech engine is set up that may speak on calls of this carrier. */
  readonly canSpeak: (engine: VoiceEngine) => boolean;
}

/** Limits and permissions of this deployment. */
export interface CallRules {
  readonly forCarrier: (carrier: CarrierIdentity) => CarrierRules;
  readonly defaultEngine: VoiceEngine;
  readonly maxSeconds: number;
  readonly limits: PlacingLimits;
  readonly inboundLimits: InboundLimits;
  /** False when the scripted agent would speak and the instructions are not in English. */
  readonly canRead: (engine: VoiceEngine, instructions: string) => boolean;
  /** The tenant of inbound calls to a number without an agent. */
  readonly defaultTenant: string;
  /** True once the server was asked to stop. */
  readonly draining: () => boolean;
}

import type { Side, VoiceEngine } from '@parley/contract';
import type { PlacingLimits } from '../../ports/call-admission.ts';
import type { Carrier, CarrierIdentity } from '../../ports/carrier.ts';
import type { InboundLimits } from '../../ports/inbound-admission.ts';
import type { NumberGuard } from './number-type-guard.ts';

/** What depends on the carrier of a call: the sandbox allows more than a carrier that reaches real phones. */
export interface CarrierRules {
  /** The caller id for an agent with this number of the account, or without one. */
  readonly callerIdOf: (agentNumber: string | null) => string;
  /** Throws for a number that must not be called because of its country or type. */
  readonly guardNumber: NumberGuard;
  /** The organization that connected the account; null: it belongs to the deployment. */
  readonly tenantId: string | null;
}

/** How a new call is made: all of it is stored with the call, which keeps it. */
export interface CallPlan {
  readonly carrier: Carrier;
  readonly side: Side;
  readonly voiceSource: string;
  /** That of the agent, except where the scripted agent stands in for a speech service: it writes, and is read out. */
  readonly engine: VoiceEngine;
  /** The address that the carrier calls back at; null: that of the environment. */
  readonly callbackUrl: string | null;
  /** How many calls the account may place at once; null: as many as there are. */
  readonly callsAtOnce: number | null;
  /** How many it may place a second, which campaigns keep to; null: it is not known. */
  readonly callsPerSecond: number | null;
}

/** Who makes and answers calls of an organization at this moment. */
export interface CallingRules {
  /** The account whose numbers the agents of a tenant show. */
  carrierOf(tenantId: string): Carrier | null;
  /** Throws an AppError where no call can be made. */
  plan(tenantId: string, engine: VoiceEngine): Promise<CallPlan>;
  /** What speaks on a call that has arrived; null: nothing may. */
  inboundVoice(
    carrier: CarrierIdentity,
    tenantId: string,
    engine: VoiceEngine,
  ): Promise<Pick<CallPlan, 'voiceSource' | 'engine'> | null>;
  /** What speaks on a try, which is always in the sandbox. */
  tryVoice(tenantId: string, engine: VoiceEngine): Promise<string>;
  /** Reads again what is connected: the plan rested on something that is no longer so. */
  refresh(): Promise<void>;
}

/** Limits and permissions of this deployment. */
export interface CallRules {
  readonly forCarrier: (carrier: CarrierIdentity) => CarrierRules;
  readonly calling: CallingRules;
  readonly defaultEngine: VoiceEngine;
  readonly maxSeconds: number;
  readonly limits: PlacingLimits;
  readonly inboundLimits: InboundLimits;
  /** False when the scripted agent would speak and the instructions are not in English. */
  readonly canRead: (voiceSource: string, instructions: string) => boolean;
  /** The tenant of inbound calls to a number without an agent. */
  readonly defaultTenant: string;
  /** True once the server was asked to stop. */
  readonly draining: () => boolean;
}

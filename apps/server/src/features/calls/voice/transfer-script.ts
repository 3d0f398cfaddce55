import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { Log } from '../../../ports/log.ts';
import type { CallRules } from '../call-rules.ts';
import { transferTargets } from './manners.ts';

export interface TransferRequest {
  readonly call: CallRecord;
  readonly agent: AgentProfile;
  /** The name of whom the other party is connected with; null: the agent's first or only number. */
  readonly to: string | null;
  readonly carrier: CarrierIdentity;
  readonly rules: Pick<CallRules, 'maxSeconds' | 'forCarrier'>;
  readonly log: Log;
}

/** Dials the number; the person there sees our number as the caller id. Null where there is none, or it must not be called. */
export function transferScript({ call, agent, to, carrier, rules, log }: TransferRequest): CallScript | null {
  const targets = transferTargets(agent.config);
  const target = to === null ? targets[0] : targets.find(({ name }) => name === to);
  if (!target) return null;
  try {
    rules.forCarrier(carrier).guardNumber(target.number);
  } catch (err) {
    log.warn({ err, callId: call.id }, 'call not transferred: the number must not be called from here');
    return null;
  }
  const callerId = call.direction === 'inbound' ? call.to : call.from;
  // For an inbound call the carrier has no other limit.
  return { kind: 'dial', number: target.number, callerId, maxSeconds: rules.maxSeconds };
}

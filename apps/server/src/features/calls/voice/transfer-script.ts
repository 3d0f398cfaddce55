import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CallRules } from '../call-rules.ts';

/** Dials the agent's transfer number; the person there sees our number as the caller id. */
export function transferScript(
  call: CallRecord,
  { transferNumber }: AgentProfile,
  { maxSeconds }: Pick<CallRules, 'maxSeconds'>,
): CallScript | null {
  const callerId = call.direction === 'inbound' ? call.to : call.from;
  // For an inbound call the carrier has no other limit.
  return transferNumber === null ? null : { kind: 'dial', number: transferNumber, callerId, maxSeconds };
}

import type { VoiceEngine } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import { type CallRecord, isSandbox } from '../../../ports/call.ts';

/** The number that rings on open handset pages: no simulated person and no fixed outcome has it. */
export const handsetNumber = '+15005550199';
/** Names the carrier of tries by text, which is none. */
export const textCarrier = 'text';

/** What speaks in tries, whatever the draft says: by text there is no sound, and what a model is asked is written down. */
export const tryEngine: VoiceEngine = 'relay';

/** Whether no phone of anybody takes part: there the scripted agent may speak. */
export function isTryInSandbox(call: Pick<CallRecord, 'carrier'>): boolean {
  return isSandbox(call) || call.carrier === textCarrier;
}

/**
 * The agent as the relay speaks for it. In a try the relay speaks for a draft of the realtime engine too, whose model is one
 * of that engine: no language model has this name, so the one of the deployment is used.
 */
export function relayAgentOf(
  agent: AgentProfile,
  { mode }: Pick<CallRecord, 'mode'>,
  { defaultEngine }: { readonly defaultEngine: VoiceEngine },
): AgentProfile {
  const engine = agent.config.engine.engine ?? defaultEngine;
  return mode === 'try' && engine !== tryEngine ? { ...agent, model: null } : agent;
}

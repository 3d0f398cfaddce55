import { callReasons, isTerminal } from '@parley/contract';
import type { AgentProfile, AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { SessionEnd } from '../../../ports/carrier-connection.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StreamTokens, TranscriptStore } from '../../../ports/transcript-store.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import { announcement } from '../answer-script.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { CallRules } from '../call-rules.ts';

export interface AfterSessionDeps {
  readonly agents: AgentStore;
  readonly life: CallLifecycle;
  readonly transcripts: TranscriptStore;
  readonly tokens: StreamTokens;
  readonly sessions: LiveSessions;
  readonly rules: Pick<CallRules, 'maxSeconds'>;
  readonly clock: Clock;
}

export interface AfterSession {
  readonly relay: (call: CallRecord, end: SessionEnd) => Promise<CallScript>;
  readonly stream: (call: CallRecord) => Promise<CallScript>;
}

const hangUp: CallScript = { kind: 'hang-up' };

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

function isOver({ status, endRequestedAt }: CallRecord): boolean {
  return isTerminal(status) || endRequestedAt !== null;
}

/** What the carrier does with a call whose session has ended. */
export function createAfterSession(deps: AfterSessionDeps): AfterSession {
  return {
    relay: async (call, { how, next }) => {
      if (isOver(call) || how === 'completed') return hangUp;
      if (how === 'failed') return afterLoss(call);
      return next === 'transfer' ? transfer(call) : hangUp;
    },

    // The carrier does not report why a stream ended, so what the session stored before it closed decides.
    stream: async (call) => {
      if (isOver(call)) return hangUp;
      const spoken = { tenantId: call.tenantId, callId: call.id };
      if (await deps.tokens.isOpen(spoken))
        return call.reason === 'agent_failed' ? announcement.apology : afterLoss(call);
      if (call.reason === 'line_dropped') return announcement.cutOff;
      const begun = (await deps.transcripts.nextOrdinal(spoken)) > 0;
      return begun || call.reason !== null ? hangUp : afterLoss(call);
    },
  };

  async function transfer(call: CallRecord): Promise<CallScript> {
    const agent = await deps.agents.forCall(call);
    return (agent && transferScript(call, agent, deps.rules)) ?? announcement.apology;
  }

  /** The socket was lost while the person is still connected: its server died, or the network failed. */
  async function afterLoss(call: CallRecord): Promise<CallScript> {
    // The session runs on this server and has noted the loss itself.
    if (deps.sessions.has(call.id)) return announcement.cutOff;
    const spoken = { tenantId: call.tenantId, callId: call.id };
    const begun = await deps.tokens.isOpen(spoken);
    // The session may have stored the loss and ended before the carrier sent this request.
    if (!begun && (await deps.transcripts.nextOrdinal(spoken)) > 0) return announcement.cutOff;
    const reason = begun ? 'line_dropped' : 'agent_failed';
    await deps.life.apply({ id: call.id }, { type: 'noted', reason, at: deps.clock.now() });
    if (!begun) return announcement.apology;
    await deps.transcripts.addNote(spoken, callReasons.line_dropped, deps.clock.now());
    await deps.tokens.finish(spoken, deps.clock.now());
    return announcement.cutOff;
  }
}

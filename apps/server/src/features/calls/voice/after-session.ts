import { callReasons, isTerminal } from '@parley/contract';
import type { AgentProfile, AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript, SessionEnd } from '../../../ports/carrier-wire.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StreamTokens, TranscriptStore } from '../../../ports/transcript-store.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import { readHandoff } from '../../../voice/relay/relay-messages.ts';
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

/** A person takes over, and sees the number that the other party called or was called from. */
export function transferScript(
  call: CallRecord,
  { transferNumber }: AgentProfile,
  { maxSeconds }: Pick<CallRules, 'maxSeconds'>,
): CallScript | null {
  const callerId = call.direction === 'inbound' ? call.to : call.from;
  // The carrier knows no other limit for a call that came in.
  return transferNumber === null ? null : { kind: 'dial', number: transferNumber, callerId, maxSeconds };
}

function isOver({ status, endRequestedAt }: CallRecord): boolean {
  return isTerminal(status) || endRequestedAt !== null;
}

/** What happens to a call whose conversation is over. */
export function createAfterSession(deps: AfterSessionDeps): AfterSession {
  return {
    relay: async (call, { how, handoff }) => {
      if (isOver(call) || how === 'completed') return hangUp;
      if (how === 'failed') return afterLoss(call);
      return readHandoff(handoff)?.reason === 'transfer' ? transfer(call) : hangUp;
    },

    // The carrier does not tell why a stream is over, so what the session has stored before it closed decides.
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

  /** The socket is gone while the person is still there: the server that held it died, or the network did. */
  async function afterLoss(call: CallRecord): Promise<CallScript> {
    // A session of this process has seen the loss itself.
    if (deps.sessions.has(call.id)) return announcement.cutOff;
    const spoken = { tenantId: call.tenantId, callId: call.id };
    const begun = await deps.tokens.isOpen(spoken);
    // It may also have seen the loss, told of it and gone before the carrier asked.
    if (!begun && (await deps.transcripts.nextOrdinal(spoken)) > 0) return announcement.cutOff;
    const reason = begun ? 'line_dropped' : 'agent_failed';
    await deps.life.apply({ id: call.id }, { type: 'noted', reason, at: deps.clock.now() });
    if (!begun) return announcement.apology;
    await deps.transcripts.addNote(spoken, callReasons.line_dropped, deps.clock.now());
    await deps.tokens.finish(spoken, deps.clock.now());
    return announcement.cutOff;
  }
}

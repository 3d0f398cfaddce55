import { callReasons, isTerminal } from '@parley/contract';
import type { AgentProfile, AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Log } from '../../../ports/log.ts';
import type { VoicePasses, VoiceRecord } from '../../../ports/voice-record.ts';
import type { VoiceSocket } from '../../../ports/voice-socket.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import { type Admitted, type RelaySetup, receiveSocket } from '../../../voice/relay/front-door.ts';
import { RelaySession } from '../../../voice/relay/relay-session.ts';
import type { Background } from '../background.ts';
import type { CallLife } from '../call-life.ts';
import type { CallRules } from '../call-rules.ts';
import { briefOf, limitsFor, otherParty } from './brief.ts';

export interface ConversationDeps {
  readonly store: CallStore;
  readonly agents: AgentStore;
  readonly life: CallLife;
  readonly record: VoiceRecord;
  readonly passes: VoicePasses;
  readonly doNotCall: DoNotCallList;
  readonly sessions: LiveSessions;
  readonly background: Background;
  readonly rules: CallRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly speaker: Speaker;
}

/** Who speaks for the agents, and in which time. */
export interface Speaker {
  /** The model that speaks for an agent; null when none is set up. */
  readonly modelFor: (agent: AgentProfile) => LanguageModel | null;
  readonly timeZone: string;
  /** How long a second of a conversation takes; below one only where the practice carrier runs faster than life. */
  readonly scale: number;
}

/** Begins a conversation on each socket that brings a good pass. */
export function createConversations(deps: ConversationDeps) {
  const { clock, log, life, passes, record, store } = deps;
  return (socket: VoiceSocket): void => receiveSocket(socket, { admit, clock, log });

  async function admit(setup: RelaySetup, socket: VoiceSocket): Promise<Admitted | null> {
    const { pass, callId } = setup.parameters;
    const admitted = pass ? await passes.use(pass, clock.now()) : null;
    if (!admitted || admitted.callId !== callId) return null;
    const call = await store.find({ id: admitted.callId });
    const agent = call?.agentId ? await deps.agents.get(call.tenantId, call.agentId) : null;
    const model = agent && deps.speaker.modelFor(agent);
    const wanted =
      call?.carrierSid === setup.callSid &&
      !isTerminal(call.status) &&
      call.endRequestedAt === null &&
      !deps.rules.draining();
    if (!wanted || !agent || !model) {
      await passes.finish(admitted, clock.now());
      return null;
    }
    return begin(call, agent, model, socket);
  }

  async function begin(
    call: CallRecord,
    agent: AgentProfile,
    model: LanguageModel,
    socket: VoiceSocket,
  ): Promise<Admitted> {
    const spoken = { tenantId: call.tenantId, callId: call.id };
    await hearAnswer(call);
    const session = new RelaySession({
      call: spoken,
      brief: briefOf(call, agent, clock.now(), deps.speaker.timeZone),
      firstOrdinal: await record.nextOrdinal(spoken),
      limits: limitsFor(deps.rules.maxSeconds),
      scale: deps.speaker.scale,
      socket,
      model,
      record,
      clock,
      log,
      noteReason: (reason) =>
        deps.background.run('noting why a call ends', () =>
          life.apply({ id: call.id }, { type: 'noted', reason, at: clock.now() }),
        ),
      doNotCall: () => deps.background.run('keeping a promise not to call', () => keepPromise(call, agent)),
      hangUp: () => deps.background.run('hanging up', () => hangUp(call.id)),
    });
    deps.sessions.add(call.id, session);
    deps.background.run('closing a conversation', async () => {
      await session.done;
      await explain(call.id);
      await passes.finish(spoken, clock.now());
    });
    return session;
  }

  /** Nobody calls back to say that an inbound call was answered; a conversation that begins says it. */
  async function hearAnswer({ id, carrierSid, status }: CallRecord): Promise<void> {
    if (carrierSid === null || status === 'in-progress') return;
    const now = clock.now();
    const word = { sid: carrierSid, status: 'in-progress', at: now } as const;
    await life.hear({ ...word, endedAt: null, duration: null, answeredBy: null }, id);
  }

  async function keepPromise(call: CallRecord, agent: AgentProfile): Promise<void> {
    const number = otherParty(call);
    if (number === null) return;
    await deps.doNotCall.add(call.tenantId, number, `call ${call.id}`);
    await store.change({ id: call.id }, () => ({
      at: clock.now(),
      changes: {},
      event: { kind: 'do_not_call', data: {} },
      audit: { actor: `agent ${agent.id}`, action: 'do_not_call.added' },
    }));
  }

  async function hangUp(id: string): Promise<void> {
    const call = await store.find({ id });
    if (call) await life.carryOutEnd(call);
  }

  /** Another server may have ended the call at the carrier; then this one only saw the line go. */
  async function explain(id: string): Promise<void> {
    const call = await store.find({ id });
    if (call?.reason !== 'voicemail' && call?.reason !== 'ended_by_user') return;
    await record.addNote({ tenantId: call.tenantId, callId: id }, callReasons[call.reason], clock.now());
  }
}

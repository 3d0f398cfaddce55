import { isTerminal } from '@parley/contract';
import type { AgentProfile, AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { SpeechEngine } from '../../../ports/speech-engine.ts';
import type { StreamTokens } from '../../../ports/transcript-store.ts';
import type { VoiceSocket } from '../../../ports/voice-socket.ts';
import type { LiveSession, LiveSessions } from '../../../voice/live-sessions.ts';
import { MediaSession } from '../../../voice/media/media-session.ts';
import { readStreamSetup } from '../../../voice/media/stream-messages.ts';
import { readRelaySetup } from '../../../voice/relay/relay-messages.ts';
import { RelaySession } from '../../../voice/relay/relay-session.ts';
import { type AdmittedSession, admitSocket, type SocketSetup } from '../../../voice/socket-admission.ts';
import type { CallRules } from '../call-rules.ts';
import { briefOf, limitsFor } from './brief.ts';
import { type CallActionsDeps, createCallActions } from './call-actions.ts';

export interface ConversationDeps extends CallActionsDeps {
  readonly agents: AgentStore;
  readonly tokens: StreamTokens;
  readonly sessions: LiveSessions;
  readonly rules: CallRules;
  readonly speaker: Speaker;
}

/** Who speaks for the agents, and in which time. */
export interface Speaker {
  /** The model that speaks for an agent; null when none is set up. */
  readonly modelFor: (agent: AgentProfile) => LanguageModel | null;
  /** What hears and speaks by itself; null when none is set up. */
  readonly speech: SpeechEngine | null;
  readonly timeZone: string;
  /** How many times faster than real time conversations run; above one only in tests. */
  readonly speed: number;
}

export interface Conversations {
  readonly relay: (socket: VoiceSocket) => void;
  readonly media: (socket: VoiceSocket) => void;
}

/** Everything both kinds of session are told. */
type Common = ReturnType<typeof createCallActions> & {
  readonly brief: ReturnType<typeof briefOf>;
  readonly firstOrdinal: number;
  readonly limits: ReturnType<typeof limitsFor>;
  readonly speed: number;
  readonly socket: VoiceSocket;
};
/** Begins the session of an admitted call; null where nobody can speak. */
type Voice = (agent: AgentProfile) => ((common: Common) => LiveSession & AdmittedSession) | null;

/** Begins a conversation on each socket that brings a good pass. */
export function createConversations(deps: ConversationDeps): Conversations {
  const { clock, log, life, tokens, transcripts, store, speaker } = deps;
  return {
    relay: (socket) =>
      admitSocket(socket, {
        ...{ clock, log, read: readRelaySetup },
        admit: (setup, buffered) => admit(setup, buffered, byModel),
      }),
    media: (socket) =>
      admitSocket(socket, {
        ...{ clock, log, read: readStreamSetup },
        admit: (setup, buffered) => admit(setup, buffered, bySound(setup.streamSid)),
      }),
  };

  function byModel(agent: AgentProfile): ReturnType<Voice> {
    const model = speaker.modelFor(agent);
    return model && ((common) => new RelaySession({ ...common, model }));
  }

  function bySound(streamSid: string): Voice {
    const engine = speaker.speech;
    return ({ voice }) =>
      engine &&
      ((common) => {
        const finish = () => tokens.finish(common.call, clock.now());
        return new MediaSession({ ...common, engine, voice, streamSid, finish });
      });
  }

  async function admit(
    setup: SocketSetup,
    socket: VoiceSocket,
    voice: Voice,
  ): Promise<AdmittedSession | null> {
    const { pass, callId } = setup.parameters;
    const admitted = pass ? await tokens.use(pass, clock.now()) : null;
    if (!admitted || admitted.callId !== callId) return null;
    const call = await store.find({ id: admitted.callId });
    const agent = call ? await deps.agents.forCall(call) : null;
    const open = agent && voice(agent);
    const wanted =
      call?.carrierSid === setup.callSid &&
      !isTerminal(call.status) &&
      call.endRequestedAt === null &&
      !deps.rules.draining();
    if (!wanted || !agent || !open) {
      await tokens.finish(admitted, clock.now());
      return null;
    }
    return begin(call, agent, open, socket);
  }

  async function begin(
    call: CallRecord,
    agent: AgentProfile,
    open: NonNullable<ReturnType<Voice>>,
    socket: VoiceSocket,
  ): Promise<AdmittedSession> {
    await hearAnswer(call);
    const hands = createCallActions(deps, call, agent);
    const session = open({
      ...hands,
      brief: briefOf(call, agent, clock.now(), speaker.timeZone),
      firstOrdinal: await transcripts.nextOrdinal(hands.call),
      limits: limitsFor(deps.rules.maxSeconds),
      speed: speaker.speed,
      socket,
    });
    deps.sessions.add(call.id, session);
    void session.done.then(() =>
      deps.background.retry({ task: 'closing a conversation', callId: call.id }, async () => {
        await hands.noteReasonInTranscript();
        await tokens.finish(hands.call, clock.now());
      }),
    );
    return session;
  }

  /** Nobody calls back to say that an inbound call was answered; a conversation that begins says it. */
  async function hearAnswer({ id, carrierSid, status }: CallRecord): Promise<void> {
    if (carrierSid === null || status === 'in-progress') return;
    const now = clock.now();
    const word = { sid: carrierSid, status: 'in-progress', at: now } as const;
    await life.applyUpdate({ ...word, endedAt: null, duration: null, answeredBy: null }, id);
  }
}

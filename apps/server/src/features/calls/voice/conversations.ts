import { fillSpoken, isTerminal, paces, spokenPronunciations, tryLimits } from '@parley/contract';
import type { AgentProfile, AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallTokens } from '../../../ports/call-costs.ts';
import type { CallOrganization } from '../../../ports/call-organization.ts';
import type { Carrier } from '../../../ports/carrier.ts';
import type { SocketHandler } from '../../../ports/carrier-connection.ts';
import type { ContactForAgent, ContactStore } from '../../../ports/contacts.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge.ts';
import type { CallBrief } from '../../../ports/language-model.ts';
import type { Organizations } from '../../../ports/organization-store.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { OpenedSession, StreamTokens } from '../../../ports/stream-tokens.ts';
import type { StoredToolCall } from '../../../ports/tool-calls.ts';
import type { TextProtocol, VoiceSetup } from '../../../ports/voice-connection.ts';
import type { VoiceSocket } from '../../../ports/voice-socket.ts';
import { vocabularyOf } from '../../../voice/knowledge/vocabulary.ts';
import type { LiveSession, LiveSessions } from '../../../voice/live-sessions.ts';
import { type AdmittedSession, admitSocket, type SocketAdmission } from '../../../voice/socket-admission.ts';
import { type ResumedFrom, resumedFrom } from '../../../voice/stored-history.ts';
import { greetingEndOf } from '../call-machine.ts';
import type { CallRules } from '../call-rules.ts';
import { isOwn } from '../carriers.ts';
import type { SessionTools } from '../tools/session-tools.ts';
import type { FinishTry } from '../tries/finish-try.ts';
import type { TryRecorders } from '../tries/try-recorders.ts';
import { briefOf, contactBrief, spokenContext } from './brief.ts';
import { type CallActionsDeps, createCallActions } from './call-actions.ts';
import { giveUpSession } from './lost-session.ts';
import { atMachines, limitsFor, mannersOf, waitsForGreetingEnd } from './manners.ts';
import { optOutOfferOf } from './opt-out-offer.ts';
import { recordingAnnouncement } from './recording-announcement.ts';
import { mediaSession, relaySession, type SessionFactory } from './session-factory.ts';
import type { SessionLeases } from './session-leases.ts';
import { lineLanguagesOf, phrasesOf } from './speech-settings.ts';
import { TokenMeter } from './token-meter.ts';
import { callOrganizationOf, createReach } from './transfer-reach.ts';
import type { VoiceProviders } from './voice-providers.ts';
import { whileUnavailable } from './while-unavailable.ts';

export interface ConversationDeps extends CallActionsDeps {
  readonly agents: AgentStore;
  readonly organizations: Organizations;
  readonly tokens: StreamTokens;
  readonly sessions: LiveSessions;
  readonly leases: SessionLeases;
  readonly recorders: Pick<TryRecorders, 'for'>;
  readonly callTokens: Pick<CallTokens, 'set'>;
  readonly finishTry: Pick<FinishTry, 'sessionEnded'>;
  readonly rules: CallRules;
  readonly knowledgeSearch: KnowledgeSearch;
  readonly contacts: Pick<ContactStore, 'forCall'>;
  readonly voiceProviders: VoiceProviders;
  readonly sessionTools: Pick<SessionTools, 'earlier' | 'open'>;
}

/** Where a session begins: at once, or after one that was lost. */
interface SessionStart extends Omit<ResumedFrom, 'history' | 'runningTools'> {
  readonly history: ResumedFrom['history'] | null;
  readonly toolCalls: readonly StoredToolCall[];
  readonly resumedTools?: ResumedFrom['runningTools'];
  /** When the call began to be talked on. */
  readonly beganAt: Date;
  /** How long that was before, in milliseconds of the conversation. */
  readonly elapsedMs: number;
  /** What the call has kept of its organization; null for that of now. */
  readonly organization: CallOrganization | null;
}
/** Starts a session of text turns on a socket that needs no admission: that of a try. Null without a language model. */
export type OpenSession = (
  call: CallRecord,
  agent: AgentProfile,
  socket: VoiceSocket,
  protocol: TextProtocol,
  key: SessionKey,
) => Promise<(LiveSession & AdmittedSession) | null>;

export interface Conversations {
  /** Starts a voice session on each socket that brings a valid token. */
  readonly onSocket: SocketHandler;
  readonly openSession: OpenSession;
}

/** How long a session waits for the database: whoever has answered hears nothing meanwhile. */
const longestOutageMs = 10_000;
/** By more than this the clocks of two servers must not differ. */
const longestConnectingMs = 10_000;

export function createConversations(deps: ConversationDeps): Conversations {
  const { clock, log, life, tokens, transcripts, store, voiceProviders } = deps;
  /** Calls whose session has its token and does not run yet. */
  const beginning = new Set<string>();
  return {
    onSocket: (carrier, { speech, protocol }, socket) =>
      speech === 'text'
        ? admitSocket(socket, {
            ...{ clock, log, read: (text) => protocol.readSetup(text) },
            admit: (setup) =>
              admit(carrier, setup, socket, relaySession(voiceProviders, protocol, deps.rules)),
          })
        : admitSocket(socket, {
            ...{ clock, log, read: (text) => protocol.readSetup(text) },
            admit: (setup) =>
              admit(carrier, setup, socket, mediaSession(voiceProviders, protocol, setup.streamId)),
          }),
    openSession: async (call, agent, socket, protocol, key) => {
      const open = relaySession(voiceProviders, protocol, deps.rules)(agent, call);
      return open && startSession(null, { ...key, askedAt: null }, call, agent, open, socket);
    },
  };

  async function admit(
    carrier: Carrier,
    setup: VoiceSetup,
    socket: VoiceSocket,
    sessionFor: SessionFactory,
  ): Promise<SocketAdmission> {
    const { token, callId } = setup;
    if (!token) return rejected('no token');
    const until = clock.time() + longestOutageMs;
    const call =
      callId === null ? null : await whileUnavailable(clock, until, () => store.find({ id: callId }));
    // Checked before the token is used: another carrier must not use it up.
    if (call && !isOwn(call, carrier)) return rejected('call of another carrier');
    const opened = await whileUnavailable(clock, until, async (attempt) => {
      const organization = call && (await organizationOf(call));
      const used = await tokens.use(token, clock.now(), deps.leases.holder, organization ?? undefined);
      return used ?? (attempt > 0 ? usedBefore(token) : null);
    });
    if (!opened) return rejected('token unknown, used or expired, or not of the next session of the call');
    if (opened.callId !== callId) return rejected('token of another call');
    beginning.add(callId);
    try {
      return await whileUnavailable(clock, until, async (attempt) => {
        // It may be over by now.
        const now = attempt === 0 ? call : call && (await store.find({ id: call.id }));
        return begin(carrier, opened, now, setup, socket, sessionFor);
      });
    } catch (err) {
      // Otherwise it counts as live until its lease is over.
      void deps.background.retry({ task: 'giving up a session that could not start', callId }, () =>
        giveUpSession(deps, opened, clock.now()),
      );
      throw err;
    } finally {
      beginning.delete(callId);
    }
  }

  /** The database may have stored that the token is used, and not have said so: the session is held by this server, unbegun. */
  async function usedBefore(token: string): Promise<OpenedSession | null> {
    const held = await tokens.heldBy(token, deps.leases.holder);
    return held && !beginning.has(held.callId) && !deps.leases.sessionOf(held) ? held : null;
  }

  /** May be repeated: what it stores before the session exists changes nothing the second time. */
  async function begin(
    carrier: Carrier,
    opened: OpenedSession,
    call: CallRecord | null,
    setup: VoiceSetup,
    socket: VoiceSocket,
    sessionFor: SessionFactory,
  ): Promise<SocketAdmission> {
    const refuse = async (reason: string) => {
      await tokens.finish(opened, clock.now(), 'ended');
      return rejected(reason);
    };
    if (!call) return refuse('call not found');
    const reason = refusalOf(call, setup);
    if (reason !== null) return refuse(reason);
    const agent = await deps.agents.forCall(call);
    if (!agent) return refuse('agent not found');
    const open = sessionFor(agent, call);
    if (!open) return refuse('no language model or speech engine for the agent');
    // Asked after the last wait: the server may have begun to stop meanwhile.
    if (deps.rules.draining()) return refuse('server stopping');
    return { kind: 'admitted', session: await startSession(carrier, opened, call, agent, open, socket) };
  }

  async function startSession(
    carrier: Carrier | null,
    { recorded = false, askedAt, ...key }: OpenedSession,
    call: CallRecord,
    agent: AgentProfile,
    open: NonNullable<ReturnType<SessionFactory>>,
    socket: VoiceSocket,
  ): Promise<LiveSession & AdmittedSession> {
    const [start, now, contact] = await Promise.all([
      key.session === 1 ? firstSession(carrier, call) : resumedSession(key),
      organizationOf(call),
      contactOf(call),
    ]);
    const organization = start.organization ?? now;
    const recorder = deps.recorders.for(call, key.session);
    const meter = recorder ? null : new TokenMeter({ session: key, tokens: deps.callTokens, clock, log });
    const conversation = atMachines(agent.config.conversation, call.onMachine);
    const config = { ...agent.config, conversation };
    const { timeZone, name: organizationName } = organization;
    const situation = { now: start.beganAt, timeZone, organizationName };
    const announce = recordingAnnouncement(recorded, config.speech.language, start.history);
    const ofAgent = { ...briefOf(call, config, situation), ...contactBrief(call, contact) };
    const context = spokenContext(call, config, situation);
    const offer = optOutOfferOf(call, context);
    const brief = announce.inOpening(offer.inOpening(ofAgent));
    const ofCall = createCallActions(deps, call, agent, key.session, brief.knowledge ?? null);
    const { tools, toolCalls } = await deps.sessionTools.open(
      ...([call, config, key, start.toolCalls, recorder !== null] as const),
    );
    const actions = { ...(recorder?.around(ofCall) ?? ofCall), toolCalls };
    prepareKnowledge(call, brief.knowledge, recorder !== null);
    const finish = (how: 'ended' | 'lost') => {
      deps.leases.release(key);
      return tokens.finish(key, clock.now(), how);
    };
    const reachOf = createReach(organization, clock.now(), voiceProviders.speed);
    const manners = announce.inManners(
      offer.inManners(mannersOf(config, { call, reachOf, fill: (text) => fillSpoken(text, context) })),
      start.firstOrdinal > 0,
    );
    const { maxSeconds } = deps.rules;
    const session = open({
      ...actions,
      finish: () => finish('ended'),
      brief: start.transferFailed ? withoutTransfer(brief) : brief,
      phrases: announce.inPhrases(phrasesOf(config, context)),
      otherLanguages: lineLanguagesOf(config),
      pronunciations: spokenPronunciations(config),
      voiceSpeed: config.speech.speed,
      hints: config.speech.hints,
      temperature: config.engine.temperature,
      engineModel: config.engine.model,
      firstOrdinal: start.firstOrdinal,
      ...(start.history && { resumed: start.history }),
      ...(start.resumedTools && { resumedTools: start.resumedTools }),
      ...{ backFromTransfer: start.backFromTransfer, recorded },
      connectingMs: askedAt && connectingMs(askedAt),
      limits: limitsFor(
        conversation,
        recorder ? Math.min(maxSeconds, tryLimits.minutesMax * 60) : maxSeconds,
        start.elapsedMs,
      ),
      manners,
      // Whoever was to be transferred has talked with the agent.
      greetingEnd: start.backFromTransfer ? null : greetingEndOf(call.answeredBy),
      engineSilenceMs: paces[conversation.pace].engineSilenceMs,
      speed: voiceProviders.speed,
      ...{ tools, socket, recorder, meter },
    });
    deps.sessions.add(call.id, session);
    deps.leases.hold(key, session);
    if (call.direction === 'outbound' && call.answeredBy === null && waitsForGreetingEnd(conversation))
      sendEarlyResult(call.id, session);
    void session.done.then((reason) =>
      deps.background.retry({ task: 'closing a conversation', callId: call.id }, async () => {
        await actions.noteReasonInTranscript();
        if (reason === 'line_dropped') await actions.noteLossOnce();
        await meter?.settled();
        await finish(reason === 'line_dropped' ? 'lost' : 'ended');
        if (recorder) await deps.finishTry.sessionEnded(key);
      }),
    );
    return session;
  }

  function connectingMs(askedAt: Date): number {
    const ms = clock.now().getTime() - askedAt.getTime();
    return Math.min(longestConnectingMs, Math.max(0, ms)) * voiceProviders.speed;
  }

  /** Not waited for: a question comes later, and one that finds the rows missing says so in the log. */
  function prepareKnowledge(
    { id, tenantId }: CallRecord,
    knowledge: CallBrief['knowledge'],
    forTry: boolean,
  ): void {
    if (!knowledge || knowledge.inPrompt) return;
    void deps.background.run({ task: 'preparing what an agent looks up', callId: id }, () =>
      Promise.all([deps.knowledgeSearch.prepare(tenantId, knowledge, { forTry }), vocabularyOf(knowledge)]),
    );
  }

  /** The greeting may have ended between the reading of the call and the start of its session. */
  function sendEarlyResult(id: string, session: LiveSession): void {
    void deps.background.run({ task: 'reading who answered', callId: id }, async () => {
      const greetingEnd = greetingEndOf((await store.find({ id }))?.answeredBy ?? null);
      if (greetingEnd !== null)
        session.send({ type: 'control.amdResult', answeredBy: 'machine', greetingEnd });
    });
  }

  async function organizationOf({ tenantId }: CallRecord): Promise<CallOrganization> {
    return callOrganizationOf(await deps.organizations.of(tenantId), clock.now());
  }

  /** The conversation is held without it rather than not at all. */
  async function contactOf(call: CallRecord): Promise<ContactForAgent | null> {
    try {
      return await deps.contacts.forCall(call);
    } catch (err) {
      log.warn({ err, callId: call.id }, 'contact of a call could not be read; the agent is not told of it');
      return null;
    }
  }

  async function firstSession(carrier: Carrier | null, call: CallRecord): Promise<SessionStart> {
    if (carrier) await markAnswered(carrier, call);
    const firstOrdinal = await transcripts.nextOrdinal({ tenantId: call.tenantId, callId: call.id });
    const start = { beganAt: clock.now(), elapsedMs: 0, organization: null, toolCalls: [] };
    return { ...start, firstOrdinal, history: null, transferFailed: false, backFromTransfer: false };
  }

  /** What was said so far is the history. The reason that the call would have ended for is void. */
  async function resumedSession(key: SessionKey): Promise<SessionStart> {
    const { session, callId: id } = key;
    await life.apply({ id }, { type: 'resumed', session, at: clock.now() });
    const [[first], toolCalls] = await Promise.all([tokens.sessions(key), deps.sessionTools.earlier(key)]);
    const beganAt = first?.beganAt ?? clock.now();
    const { runningTools, ...resumed } = resumedFrom(await transcripts.read(key), session, toolCalls);
    return {
      ...{ ...resumed, toolCalls, resumedTools: runningTools },
      ...{ beganAt, organization: first?.organization ?? null },
      elapsedMs: (clock.now().getTime() - beganAt.getTime()) * voiceProviders.speed,
    };
  }

  /** No callback reports that an inbound call was answered; the start of its session does. */
  async function markAnswered(carrier: Carrier, { id, carrierSid, status }: CallRecord): Promise<void> {
    if (carrierSid === null || status === 'in-progress') return;
    const now = clock.now();
    const update = { sid: carrierSid, status: 'in-progress', at: now } as const;
    await life.applyUpdate(carrier, { ...update, endedAt: null, duration: null, answeredBy: null }, id);
  }
}

/** After a transfer that failed no other is offered. */
function withoutTransfer(brief: CallBrief): CallBrief {
  return { ...brief, canTransfer: false };
}

/** Why a call takes no session; null where it takes one. */
function refusalOf(call: CallRecord, setup: VoiceSetup): string | null {
  if (call.carrierSid !== setup.sid) return 'call SID is not that of the call';
  if (isTerminal(call.status)) return 'call ended';
  return call.endRequestedAt === null ? null : 'end of the call requested';
}

function rejected(reason: string): SocketAdmission {
  return { kind: 'rejected', reason };
}

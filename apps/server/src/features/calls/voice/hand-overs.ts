import { callerGoneFor, isTerminal, notTransferredNote } from '@parley/contract';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Carrier } from '../../../ports/carrier.ts';
import type { CarrierNotice } from '../../../ports/carrier-connection.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HandOvers } from '../../../ports/hand-overs.ts';
import type { Log } from '../../../ports/log.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import { reservedPlaces } from '../../../voice/stored-history.ts';
import { type Announce, announcementsIn } from '../answer-script.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { CallRules } from '../call-rules.ts';
import { isOwn } from '../carriers.ts';
import type { ConnectSession } from './connect-session.ts';
import { limitsFor } from './manners.ts';
import { mostResumptions, shortestRestMs } from './resumption.ts';
import type { VoiceProviders } from './voice-providers.ts';

export interface HandOverDeps {
  readonly store: CallStore;
  readonly agents: AgentStore;
  readonly life: CallLifecycle;
  readonly handOvers: HandOvers;
  readonly transcripts: TranscriptStore;
  readonly tokens: StreamTokens;
  readonly connect: ConnectSession;
  readonly announce: Announce;
  readonly voiceProviders: Pick<VoiceProviders, 'speed'>;
  readonly rules: Pick<CallRules, 'maxSeconds'>;
  /** A call that nobody took is over: somebody has to be told. */
  readonly transferFailed: (call: CallRecord) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

type Answered = Extract<CarrierNotice, { kind: 'hand-over-answered' }>;
type Pressed = Extract<CarrierNotice, { kind: 'hand-over-key' }>;
type Ended = Extract<CarrierNotice, { kind: 'hand-over-ended' }>;

export interface CallHandOvers {
  /** What the colleague hears who has answered. */
  brief(carrier: Carrier, notice: Answered): Promise<CallScript>;
  /** The colleague has pressed a key. */
  take(carrier: Carrier, notice: Pressed): Promise<CallScript>;
  /** It is over: the call ends, or the agent comes back to the other party. */
  ended(call: CallRecord, notice: Omit<Ended, 'kind' | 'callId'>): Promise<CallScript>;
  /** Nobody can be called: the agent comes back at once. */
  comeBack(call: CallRecord, session: number): Promise<CallScript>;
}

const hangUp: CallScript = { kind: 'hang-up' };

function isOver({ status, endRequestedAt }: CallRecord): boolean {
  return isTerminal(status) || endRequestedAt !== null;
}

/** The key that takes a call. */
const takingKey = '1';

/** A call is handed over to a colleague, who hears who it is and why, and takes it or not (CL31 to CL34). */
export function createHandOvers(deps: HandOverDeps): CallHandOvers {
  const { handOvers, transcripts, tokens, life, clock, announce, log } = deps;
  return {
    brief: async (carrier, notice) => {
      const { call, session } = (await callOf(carrier, notice)) ?? {};
      if (!call || session === undefined) return hangUp;
      const { language } = announcementLanguage(await deps.agents.forCall(call).catch(() => null));
      if (isOver(call)) return { kind: 'say', text: callerGoneFor(language), language };
      const handOver = await handOvers.answered({ ...keyOf(call), session });
      if (handOver?.kind !== 'warm') return hangUp;
      return { kind: 'brief', callId: call.id, session, text: handOver.briefing, language };
    },

    take: async (carrier, notice) => {
      const { call, session } = (await callOf(carrier, notice)) ?? {};
      if (!call || session === undefined || notice.key !== takingKey) return hangUp;
      if (isOver(call)) {
        const { language } = announcementLanguage(await deps.agents.forCall(call).catch(() => null));
        return { kind: 'say', text: callerGoneFor(language), language };
      }
      // Stored before they are joined: without it the call counts as not taken.
      const accepted = await handOvers.accept({ ...keyOf(call), session }, clock.now());
      return accepted ? { kind: 'join' } : hangUp;
    },

    ended: async (call, { session, joined, result, update }) => {
      if (session === null) return hangUp;
      const key = { ...keyOf(call), session };
      const handOver = await handOvers.finish(key, { joined, why: result }, clock.now());
      // Without a row it was only put through, when nothing could be stored.
      const connected = handOver === null ? joined : handOver.state === 'bridged';
      log.info(
        { callId: call.id, session, result, joined, connected },
        connected ? 'hand-over completed' : 'hand-over failed: nobody took the call',
      );
      // The carrier may report the end of the call here, and its duration only later.
      const isGone = update !== null && isTerminal(update.status);
      return connected ? hangUp : comeBack(call, session, isGone);
    },

    comeBack: (call, session) => comeBack(call, session, false),
  };

  /** The call of a notice about the leg to a colleague. Its sid is that of the parent, where the carrier says so. */
  async function callOf(carrier: Carrier, { callId, session, sid }: Answered | Pressed) {
    const call = callId === null ? null : await deps.store.find({ id: callId });
    if (!call || session === null || !isOwn(call, carrier)) return null;
    return sid === null || sid === call.carrierSid ? { call, session } : null;
  }

  async function comeBack(asked: CallRecord, session: number, isGone: boolean): Promise<CallScript> {
    const at = clock.now();
    const begun = await tokens.sessions(keyOf(asked));
    const last = begun.at(-1);
    // A request of an earlier session, sent again: the conversation has gone on since.
    if (!last || last.session > session) return hangUp;
    // The session that handed over may still be storing its last entries, which would replace it.
    await transcripts.addNote(keyOf(asked), notTransferredNote, at, reservedPlaces);
    await life.apply({ id: asked.id }, { type: 'transfer_failed', session, at });
    const call = (await deps.store.find({ id: asked.id })) ?? asked;
    if (isGone || isOver(call)) {
      await deps.transferFailed(call);
      return hangUp;
    }
    // Its server may have died after it had handed over.
    if (last.endedAt === null) await tokens.finish({ ...keyOf(call), session }, at, 'ended');
    const agent = await deps.agents.forCall(call);
    const elapsedMs = (at.getTime() - (begun[0]?.beganAt ?? at).getTime()) * deps.voiceProviders.speed;
    const limits = agent && limitsFor(agent.config.conversation, deps.rules.maxSeconds, elapsedMs);
    if (!limits || limits.maxLengthMs < shortestRestMs || session > mostResumptions)
      return announce(call, 'notConnected');
    const script = await deps.connect(call, session + 1);
    return script.kind === 'say' ? announce(call, 'notConnected') : script;
  }
}

function keyOf(call: CallRecord) {
  return { tenantId: call.tenantId, callId: call.id };
}

function announcementLanguage(agent: { readonly language: string } | null): { readonly language: string } {
  const script = announcementsIn(agent?.language ?? '').apology;
  return { language: script.kind === 'say' ? script.language : 'en-US' };
}

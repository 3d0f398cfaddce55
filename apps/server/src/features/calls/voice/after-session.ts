import { isTerminal } from '@parley/contract';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { SessionEnd } from '../../../ports/carrier-connection.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { Log } from '../../../ports/log.ts';
import type { SessionDirectory } from '../../../ports/session-directory.ts';
import type { BegunSession, StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import type { Announce } from '../answer-script.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import { greetingEndOf } from '../call-machine.ts';
import type { CallRules } from '../call-rules.ts';
import type { CallTimes } from '../call-times.ts';
import type { Carriers } from '../carriers.ts';
import type { ConnectSession } from './connect-session.ts';
import type { HandOverScript } from './hand-over-script.ts';
import type { CallHandOvers } from './hand-overs.ts';
import { keepLostRefusal } from './lost-refusal.ts';
import { storeLoss } from './lost-session.ts';
import { limitsFor } from './manners.ts';
import { noMoreCallsEvent } from './no-more-calls.ts';
import { isSalesCall } from './opt-out-offer.ts';
import { whyNotResumed } from './resumption.ts';
import type { SessionLeases } from './session-leases.ts';
import type { VoiceProviders } from './voice-providers.ts';

export interface AfterSessionDeps {
  readonly store: CallStore;
  readonly agents: AgentStore;
  readonly life: CallLifecycle;
  readonly transcripts: TranscriptStore;
  readonly doNotCall: Pick<DoNotCallList, 'add'>;
  readonly background: Pick<Background, 'retry'>;
  readonly tokens: StreamTokens;
  readonly directory: SessionDirectory;
  readonly leases: Pick<SessionLeases, 'sessionOf'>;
  readonly connect: ConnectSession;
  readonly handOverScript: HandOverScript;
  readonly handOvers: Pick<CallHandOvers, 'comeBack'>;
  readonly announce: Announce;
  readonly voiceProviders: Pick<VoiceProviders, 'speed'>;
  readonly carriers: Carriers;
  readonly rules: Pick<CallRules, 'maxSeconds'>;
  readonly times: CallTimes;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AfterSession {
  /** `session`: the number of the session that is over; null in documents of versions that did not number them. */
  readonly relay: (call: CallRecord, end: SessionEnd, session: number | null) => Promise<CallScript>;
  readonly stream: (call: CallRecord, session: number | null) => Promise<CallScript>;
}

const hangUp: CallScript = { kind: 'hang-up' };

function isOver({ status, endRequestedAt }: CallRecord): boolean {
  return isTerminal(status) || endRequestedAt !== null;
}

function keyOf(call: CallRecord) {
  return { tenantId: call.tenantId, callId: call.id };
}

/** What the carrier does with a call whose session has ended. */
export function createAfterSession(deps: AfterSessionDeps): AfterSession {
  const { tokens, transcripts, clock, times, announce } = deps;
  return {
    relay: async (call, { how, next, transferTo, transferReason = null }, session) => {
      if (isOver(call) || how === 'completed') return hangUp;
      if (how === 'failed') return afterLoss(call, session, await tokens.sessions(keyOf(call)));
      return next === 'transfer' ? transfer(call, session ?? 1, transferTo, transferReason ?? '') : hangUp;
    },

    // The carrier does not report why a stream ended, so what the session stored before it closed decides.
    stream: async (call, session) => {
      if (isOver(call)) return hangUp;
      const begun = await tokens.sessions(keyOf(call));
      const last = begun.at(-1);
      // After a hand-over the session before it has ended as intended, and says nothing about the one that never began.
      if (last && session !== null && session > last.session) return neverBegan(call, session);
      if (last && last.endedAt === null && call.reason === 'agent_failed') return announce(call, 'apology');
      const ended =
        last !== undefined && last.endedAt !== null && !last.lost && call.reason !== 'line_dropped';
      if (!ended) return afterLoss(call, session, begun);
      const spoken = call.reason !== null || (await hasSpoken(call, begun));
      return spoken ? hangUp : afterLoss(call, session, begun);
    },
  };

  /** Whether anything was said in a session. The question whether the call may be recorded comes before the first one. */
  async function hasSpoken(call: CallRecord, [first]: readonly BegunSession[]): Promise<boolean> {
    const entries = await transcripts.read(keyOf(call));
    return entries.some(({ spokenAt }) => first !== undefined && spokenAt >= first.askedAt);
  }

  async function transfer(
    call: CallRecord,
    session: number,
    to: string | null,
    reason: string,
  ): Promise<CallScript> {
    // A try connects nobody (AG19).
    if (call.mode === 'try') return hangUp;
    const agent = await deps.agents.forCall(call);
    const carrier = deps.carriers.of(call);
    const script =
      agent && carrier && (await deps.handOverScript({ call, agent, session, to, reason, carrier }));
    return script ?? deps.handOvers.comeBack(call, session);
  }

  /** The socket was lost while the person is still connected: its server died, or the network failed. */
  async function afterLoss(
    call: CallRecord,
    asked: number | null,
    begun: readonly BegunSession[],
  ): Promise<CallScript> {
    const last = begun.at(-1);
    // Documents without a number opened first sessions only.
    const session = asked ?? 1;
    // A request of an earlier session, sent again: the conversation has gone on since.
    if (last && session < last.session) return hangUp;
    if (!last || session > last.session) return neverBegan(call, session);
    const lost = await untilEnded(call, last);
    if (lost.endedAt !== null && !lost.lost && call.reason !== 'line_dropped') {
      return (await hasSpoken(call, begun)) ? announce(call, 'cutOff') : neverBegan(call, 1);
    }
    if (lost.endedAt !== null) return resume(call, [...begun.slice(0, -1), lost]);
    const isOurs = await deps.directory.isListed({ ...keyOf(call), session });
    // It may have ended since it was read.
    if (!isOurs && (await sessionOf(call, lost)).endedAt !== null)
      return afterLoss(call, asked, await tokens.sessions(keyOf(call)));
    await closeLost(call, session);
    // A server of an earlier release may still talk into its socket, and would hang up on the session that goes on.
    return isOurs ? resume(call, [...begun.slice(0, -1), lost]) : announce(call, 'cutOff');
  }

  async function sessionOf(call: CallRecord, known: BegunSession): Promise<BegunSession> {
    return (await tokens.sessions(keyOf(call))).find(({ session }) => session === known.session) ?? known;
  }

  async function neverBegan(call: CallRecord, session: number): Promise<CallScript> {
    const reason = session === 1 ? 'agent_failed' : 'line_dropped';
    await deps.life.apply({ id: call.id }, { type: 'noted', reason, at: clock.now() });
    return announce(call, session === 1 ? 'apology' : 'cutOff');
  }

  /** A server that still holds the session has seen the loss too, and stores the last words. It is given a moment. */
  async function untilEnded(call: CallRecord, last: BegunSession): Promise<BegunSession> {
    const askedAt = clock.now().getTime();
    let now = last;
    while (now.endedAt === null && clock.now().getTime() < askedAt + longestWait(call, last)) {
      if (!(await deps.directory.find(keyOf(call)))) break;
      await new Promise<void>((resolve) => clock.after(times.lastWordsPoll, resolve));
      now = await sessionOf(call, now);
    }
    return now;
  }

  /** One that takes no note any more has seen the loss, and stores the last words as soon as their text has come. */
  function longestWait({ id }: CallRecord, { session }: BegunSession): number {
    const here = deps.leases.sessionOf({ callId: id, session });
    const isEnding = here !== null && !here.accepts({ type: 'control.note', text: '' });
    return isEnding ? times.lastWordsHere : times.lastWords;
  }

  /** Its server is gone, so the loss is stored here. */
  async function closeLost(call: CallRecord, session: number): Promise<void> {
    await storeLoss(deps, { ...keyOf(call), session }, clock.now(), () => keepRefusal(call));
  }

  /** Where the list cannot be written, the other party is not kept waiting: it is tried again, and once more after the call. */
  async function keepRefusal({ id }: CallRecord): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(times.lastWords, resolve);
    const task = { task: 'keeping a refusal of a lost conversation', callId: id };
    void deps.background.retry(task, () => keepLostRefusal(deps, id)).then(resolve);
    await promise;
    cancel();
  }

  /** Nothing cancels that somebody has opted out of a sales call, though its session could not store it as the reason. */
  async function withOptOut(call: CallRecord): Promise<CallRecord> {
    const hasOptedOut = isSalesCall(call) && (await deps.store.hasEvent(call.id, noMoreCallsEvent));
    return hasOptedOut ? { ...call, reason: 'do_not_call' } : call;
  }

  /** The conversation goes on in the next session, on whichever server the carrier reaches. */
  async function resume(asked: CallRecord, sessions: readonly BegunSession[]): Promise<CallScript> {
    // The reason may have been stored meanwhile, or a person has asked for the end.
    const call = await withOptOut((await deps.store.find({ id: asked.id })) ?? asked);
    // A machine is left its message once, and hears nothing else.
    if (isOver(call) || call.voicemailMessageAt !== null) return hangUp;
    const first = sessions[0]?.beganAt ?? clock.now();
    const last = sessions.at(-1);
    const entries = await transcripts.read(keyOf(call));
    const spoke = entries.some(
      ({ speaker, spokenAt }) => speaker === 'user' && last !== undefined && spokenAt >= last.askedAt,
    );
    const now = clock.now();
    const elapsedMs = (now.getTime() - first.getTime()) * deps.voiceProviders.speed;
    const agent = await deps.agents.forCall(call);
    const limits = agent && limitsFor(agent.config.conversation, deps.rules.maxSeconds);
    const restMs = (limits?.maxLengthMs ?? 0) - elapsedMs;
    const why = whyNotResumed({
      ...{ call, sessions, spoke, restMs, now },
      resumeAfterMs: times.resumeAfter,
    });
    const fields = { callId: call.id, session: last?.session };
    if (why === null) {
      const script = await deps.connect(call, (last?.session ?? 0) + 1);
      deps.log.info(fields, 'voice session lost; the conversation is resumed in another one');
      return script.kind === 'say' ? announce(call, 'cutOff') : script;
    }
    if (greetingEndOf(call.answeredBy) !== null) return hangUp;
    deps.log.warn({ ...fields, why }, 'voice session lost and not resumed; an announcement is played');
    return announce(call, call.reason === 'do_not_call' ? 'cutOffForGood' : 'cutOff');
  }
}

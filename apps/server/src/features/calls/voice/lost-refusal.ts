import { asksForNoCalls, optOutKey, plainlyAsksForNoCalls } from '@parley/contract';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { BegunSession, StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptEntry, TranscriptStore } from '../../../ports/transcript-store.ts';
import { pressedNote } from '../../../voice/session/pressed-note.ts';
import { isLoss } from '../call-machine.ts';
import { otherParty } from './brief.ts';
import { addOtherParty, type NoMoreCallsDeps, noMoreCallsEvent } from './no-more-calls.ts';
import { isSalesCall } from './opt-out-offer.ts';

export interface LostRefusalDeps extends NoMoreCallsDeps {
  readonly store: Pick<CallStore, 'change' | 'find' | 'hasEvent'>;
  readonly agents: Pick<AgentStore, 'forCall'>;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly tokens: Pick<StreamTokens, 'sessions'>;
}

/** Whether a session of the call may have been lost, or the number may still have to be put on the list. */
export function mayOweRefusal({ session, reason }: Pick<CallRecord, 'session' | 'reason'>): boolean {
  return session > 1 || isLoss(reason) || reason === 'do_not_call';
}

/**
 * The server of a session was killed, or could not write the list: what it had promised it may not have done. Who has asked
 * for no more calls gets none. A try lists nobody. Once the call's history says it, nothing is owed: somebody may have taken
 * the number off the list since.
 */
export async function keepLostRefusal(deps: LostRefusalDeps, id: string): Promise<void> {
  // The reason may have been stored meanwhile.
  const call = await deps.store.find({ id });
  if (!call || call.mode === 'try' || otherParty(call) === null) return;
  if (await deps.store.hasEvent(id, noMoreCallsEvent)) return;
  const agent = await deps.agents.forCall(call);
  if (!agent) return;
  const { language, otherLanguages } = agent.config.speech;
  const languages = [language, ...otherLanguages.map((one) => one.language)];
  if (await hasAsked(deps, call, languages)) await addOtherParty(deps, call, agent.id);
}

async function hasAsked(deps: LostRefusalDeps, call: CallRecord, languages: readonly string[]) {
  if (call.reason === 'do_not_call') return true;
  const key = { tenantId: call.tenantId, callId: call.id };
  const [sessions, transcript] = await Promise.all([deps.tokens.sessions(key), deps.transcripts.read(key)]);
  return isSalesCall(call)
    ? transcript.some((entry) => optsOut(entry, languages))
    : wordsBeforeLosses(sessions, transcript).some((words) => plainlyAsksForNoCalls(words, languages));
}

/** On a sales call the key and the words count at once, whatever follows. */
function optsOut({ speaker, message }: TranscriptEntry, languages: readonly string[]): boolean {
  if (speaker === 'system') return message === pressedNote(optOutKey);
  return speaker === 'user' && asksForNoCalls(message, languages);
}

/** Of each session that was lost, what the other party has said last: what they said before was answered. */
function wordsBeforeLosses(
  sessions: readonly BegunSession[],
  transcript: readonly TranscriptEntry[],
): string[] {
  return sessions.flatMap(({ askedAt, endedAt, lost }, n) => {
    if (endedAt !== null && !lost) return [];
    const next = sessions[n + 1]?.askedAt;
    const spoken = transcript.filter(
      ({ speaker, spokenAt }) =>
        speaker !== 'system' && spokenAt >= askedAt && (next === undefined || spokenAt < next),
    );
    const last = spoken.findLastIndex(({ speaker }) => speaker === 'user');
    const answered = spoken.slice(0, Math.max(0, last)).findLastIndex(({ speaker }) => speaker === 'agent');
    const words = spoken.slice(answered + 1, last + 1).map(({ message }) => message);
    // A sentence may be in two entries, and each may be one.
    return [...words, words.join(' ')];
  });
}

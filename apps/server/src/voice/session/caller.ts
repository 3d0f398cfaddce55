import { optOutKey } from '@parley/contract';
import { cancelTurn } from './agent.ts';
import { answerBySession, answerKeysBySession } from './answering.ts';
import { awaitText } from './awaited-texts.ts';
import { commitCaller, commitDigits } from './caller-segments.ts';
import { cleanText } from './clean-text.ts';
import { change, type StepDraft, setCaller, setEntry, takeOrdinal } from './draft.ts';
import { reopen } from './ending.ts';
import { wantsNoCalls } from './no-more-calls.ts';
import { onOptOutKey, optOut } from './opt-out.ts';
import { cutSpeech, keepDropped } from './pending-playout.ts';
import type { PlacedEntry } from './placed-entry.ts';
import { isAnswerHeld } from './running-tools.ts';
import { longestSpeakingMs } from './speaking-time.ts';
import type { SessionState } from './state.ts';
import { requestAnswer } from './turn.ts';

/** The other party speaks: reserves a place in the transcript, or keeps the one it has. */
export function markCallerSpeaking(draft: StepDraft, itemId: string | null): void {
  const { caller } = draft.state;
  if (caller.kind === 'speaking') {
    setCaller(draft, { ...caller, updates: caller.updates + 1 });
    return;
  }
  const ordinal = takeOrdinal(draft);
  setCaller(draft, {
    kind: 'speaking',
    ordinal,
    startedAt: draft.at,
    itemId,
    text: '',
    reported: '',
    // A speech engine reports the end of speech, and has no text before it.
    voice: itemId === null ? 'unknown' : 'on',
    updates: 0,
    saved: '',
  });
}

export function onCallerSpeaking(draft: StepDraft, speaking: boolean): void {
  const { caller: before } = draft.state;
  if (!speaking && before.kind === 'silent') return;
  // It did not begin before the session: an interruption may be reported first.
  if (speaking && (before.kind === 'silent' || before.text === '')) change(draft, { speakingSince: null });
  markCallerSpeaking(draft, null);
  const { caller } = draft.state;
  if (caller.kind === 'speaking') {
    setCaller(draft, { ...caller, voice: speaking ? 'on' : { stoppedAt: draft.at } });
  }
}

export function onPrompt(draft: StepDraft, heard: string, last: boolean): void {
  const { storedPrefix, settings } = draft.state;
  const text = cleanText(newPart(heard, storedPrefix), settings.limits.utteranceCharacters);
  markCallerSpeaking(draft, null);
  const { caller, agent } = draft.state;
  if (caller.kind !== 'speaking') return;
  // An empty prompt does not take back earlier text: the pause after it decides.
  if (text !== '') setCaller(draft, { ...caller, text, reported: heard, startedAt: beganAt(draft, text) });
  // The other party is still speaking, so the answer to the first part is cancelled.
  if (!last && text !== '' && agent.kind === 'thinking') cancelTurn(draft);
  if (!last) return;
  onUtteranceOver(draft);
  change(draft, { storedPrefix: '' });
}

/**
 * When what the other party says began. The carrier reports beginnings of speech: what it has reported none of began before the
 * session did, and no longer ago than such words take.
 */
function beganAt({ state: { caller, speakingSince }, at }: StepDraft, text: string): number {
  const reportedAt = caller.kind === 'speaking' ? caller.startedAt : at;
  if (speakingSince === null) return reportedAt;
  return Math.min(reportedAt, Math.max(speakingSince, at - longestSpeakingMs(text)));
}

/** The part of a prompt that is not stored yet; all of it where the carrier has changed the beginning. */
function newPart(heard: string, taken: string): string {
  return heard.startsWith(taken) ? heard.slice(taken.length) : heard;
}

/** The other party has finished, as the carrier reports or after a long pause. */
export function onUtteranceOver(draft: StepDraft): void {
  const { caller } = draft.state;
  if (caller.kind === 'speaking' && caller.itemId !== null) {
    awaitText(draft);
    return;
  }
  const stoppedAt =
    caller.kind === 'speaking' && typeof caller.voice === 'object' ? caller.voice.stoppedAt : null;
  const finishedAt = stoppedAt ?? draft.at;
  const text = caller.kind === 'speaking' ? caller.text : '';
  if (commitCaller(draft)) answer(draft, text, finishedAt);
  else resumeAfterInterruption(draft);
}

/** After an interruption without text the agent goes on by itself. */
function resumeAfterInterruption(draft: StepDraft): void {
  const { agent, phase, history, otherPartySpoke, answering, settings, refusal } = draft.state;
  if (phase.kind !== 'live' || agent.kind !== 'idle' || !otherPartySpoke || answering.by !== 'person') return;
  const last = history.at(-1)?.entry;
  const isCut = last?.kind === 'agent' && last.interrupted;
  if (!isCut && !isAnswerDropped(draft.state)) return;
  if (settings.manners.offersOptOut && refusal !== 'none') {
    optOut(draft);
    return;
  }
  if (isCut || lastWords(draft.state)?.entry.kind === 'agent')
    setEntry(draft, takeOrdinal(draft), { kind: 'silence' });
  requestAnswer(draft, draft.at);
}

/** What was interrupted before anything of it was heard would have been said last. Tools that run have the answer asked for. */
function isAnswerDropped(state: SessionState): boolean {
  if (state.resumePending || isAnswerHeld(state)) return false;
  const since = lastWords(state)?.ordinal ?? -1;
  return state.droppedUtterances.some(({ ordinal }) => ordinal > since);
}

function lastWords({ history }: SessionState): PlacedEntry | undefined {
  return history
    .filter(({ entry: { kind } }) => kind === 'agent' || kind === 'said' || kind === 'pressed')
    .reduce<PlacedEntry | undefined>(
      (last, each) => (last && last.ordinal > each.ordinal ? last : each),
      undefined,
    );
}

function answer(draft: StepDraft, text: string, finishedAt: number): void {
  commitDigits(draft);
  if (wantsNoCalls(draft.state, text)) {
    optOut(draft);
    return;
  }
  if (answerBySession(draft, text, finishedAt)) return;
  if (reopen(draft)) requestAnswer(draft, finishedAt);
}

/** The carrier has stopped our speech, because the other party talks. */
export function onInterrupt(draft: StepDraft, reported: string | null): void {
  const { agent, pendingPlayout } = draft.state;
  const utterances = pendingPlayout.map(({ utterance }) => utterance);
  if (agent.kind === 'speaking') utterances.push(agent.utterance);
  if (utterances.length > 0) {
    cutSpeech(draft, reported);
    reopen(draft);
  }
  markCallerSpeaking(draft, null);
  if (utterances.length > 0) keepDropped(draft, utterances);
}

const longestDigits = 32;

export function onDigit(draft: StepDraft, digit: string): void {
  const { keypad, offersOptOut } = draft.state.settings.manners;
  if (offersOptOut && digit === optOutKey && draft.state.digits === null) {
    onOptOutKey(draft, digit);
    return;
  }
  if (!keypad || !/^[0-9#*A-D]$/.test(digit)) return;
  const digits = draft.state.digits ?? { pressed: '', ordinal: takeOrdinal(draft), startedAt: draft.at };
  const pressed = digits.pressed + digit;
  change(draft, { digits: { ...digits, pressed } });
  if (digit === '#' || pressed.length >= longestDigits) onDigitsOver(draft);
}

export function onDigitsOver(draft: StepDraft): void {
  const { caller } = draft.state;
  if (!commitDigits(draft)) return;
  // If they also speak, the answer waits until they have finished.
  if (caller.kind !== 'silent' || answerKeysBySession(draft)) return;
  if (reopen(draft)) requestAnswer(draft, draft.at);
}

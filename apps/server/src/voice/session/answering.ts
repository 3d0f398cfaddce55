import { say } from './agent.ts';
import { announceBeforeAnswer } from './announcement.ts';
import { stopSession } from './control.ts';
import { changeTools, emit, type StepDraft } from './draft.ts';
import { finishSession, stopAtOnce } from './ending.ts';
import type { AnsweredBy, GreetingEnd } from './events.ts';
import { changeAnswering, holdForMachine } from './machine-hold.ts';
import {
  isHello,
  isHoldNotice,
  isMachineGreeting,
  isMailboxFull,
  isReaction,
  isScreeningPrompt,
  pressedKeys,
} from './recognize-greeting.ts';
import type { SessionState } from './state.ts';
import { requestAnswer, sayBeforeAnswer } from './turn.ts';

/**
 * Who or what has answered: a person, a phone that asks who is calling, or a machine. Only a person is talked with, and
 * a message is left only where a machine is sure.
 */

/** A screening service may ask once more; after that it is answered as a person is. */
const mostScreenings = 2;
/**
 * The other party has said something, and an answer would be requested. True: it is not, because nobody can be talked with
 * or the session itself has answered.
 */
export function answerBySession(draft: StepDraft, text: string, finishedAt: number): boolean {
  const { answering, phase, settings } = draft.state;
  if (phase.kind !== 'live' || answering.by === 'recorder') return phase.kind === 'live';
  if (mayBeScreened(draft.state) && isScreeningPrompt(text)) return answerScreening(draft);
  if (settings.manners.voicemailMessage !== null && isMachineGreeting(text) && !isWithPerson(draft.state)) {
    holdForMachine(draft);
    return true;
  }
  if (answering.by === 'screener' && isHoldNotice(text)) return true;
  if (answering.by === 'machine' && !isHello(text)) return true;
  if (answering.by !== 'person') changeAnswering(draft, { by: 'person', greetingEnd: null });
  if (!draft.state.answering.openingDue) return announceBeforeAnswer(draft, finishedAt);
  openToPerson(draft, finishedAt);
  return true;
}

/** Says who is speaking to somebody who has spoken first, and then answers what they said. */
export function openToPerson(draft: StepDraft, finishedAt: number): void {
  const { settings } = draft.state;
  changeAnswering(draft, { openingDue: false });
  if (settings.opening === '') requestAnswer(draft, finishedAt);
  else if (settings.speech === 'text') {
    requestAnswer(draft, finishedAt);
    sayBeforeAnswer(draft, settings.opening);
  } else {
    say(draft, settings.opening, true);
    changeTools(draft, { answerOwed: { callerFinishedAt: finishedAt, toolMs: 0 } });
  }
}

/** Keys were pressed: somebody is there. True where the session itself has answered. */
export function answerKeysBySession(draft: StepDraft): boolean {
  const { answering, phase } = draft.state;
  if (phase.kind !== 'live' || answering.by === 'recorder') return phase.kind === 'live';
  if (answering.by !== 'person') changeAnswering(draft, { by: 'person', greetingEnd: null });
  if (!answering.openingDue) return announceBeforeAnswer(draft, draft.at);
  openToPerson(draft, draft.at);
  return true;
}

/** The text of an utterance that a speech engine has answered by itself, unless nobody was to be talked with. */
export function onHeardText(draft: StepDraft, text: string): void {
  const { answering, phase } = draft.state;
  const wasPerson = answering.by === 'person';
  if (phase.kind !== 'live' || answerBySession(draft, text, draft.at)) return;
  if (!wasPerson) requestAnswer(draft, draft.at);
}

/** The other party was to speak first, and did not. */
export function onFirstWordsTimeout(draft: StepDraft): void {
  const { opening } = draft.state.settings;
  changeAnswering(draft, { openingDue: false });
  if (opening !== '') say(draft, opening, true);
}

function mayBeScreened(state: SessionState): boolean {
  const { answering, settings } = state;
  if (settings.manners.screeningAnswer === null || answering.screenings >= mostScreenings) return false;
  return repliesIn(state).length === 0;
}

/** Says who is calling and why, and waits for a person. The opening is said to them when they speak. */
function answerScreening(draft: StepDraft): true {
  const { answering, settings } = draft.state;
  const { by, screenings } = { by: 'screener', screenings: answering.screenings + 1 } as const;
  changeAnswering(draft, { by, screenings, openingDue: true, greetingEnd: null });
  say(draft, settings.manners.screeningAnswer ?? '', false);
  return true;
}

/** The result of machine detection. `unknown` counts as a person. */
export function onAmdResult(draft: StepDraft, answeredBy: AnsweredBy, greetingEnd: GreetingEnd | null): void {
  const { answering, phase, settings } = draft.state;
  if (answering.detected && answering.by !== 'machine') return;
  if (answering.by === 'recorder') return;
  changeAnswering(draft, { detected: true, human: answeredBy === 'human' });
  if (answeredBy === 'fax') stopSession(draft, 'voicemail');
  else if (answeredBy !== 'machine') releaseToPerson(draft);
  else if (greetingEnd !== null) {
    // During a transfer it says nothing about whom the conversation was with, should the transfer be refused.
    const isLate = phase.kind === 'ending' || answering.by === 'screener';
    if (!isLate) changeAnswering(draft, { greetingEnd });
  } else if (settings.manners.voicemailMessage === null) stopSession(draft, 'voicemail');
  // The end of the greeting is still to come.
  else if (phase.kind === 'live') {
    holdForMachine(draft);
    changeAnswering(draft, { detected: false });
  }
}

/** It was a person who sounded like a machine: what they said is answered. */
function releaseToPerson(draft: StepDraft): void {
  const { answering, phase, history, caller } = draft.state;
  if (answering.by !== 'machine') return;
  changeAnswering(draft, { by: 'person', greetingEnd: null });
  const last = history.toSorted((a, b) => a.ordinal - b.ordinal).at(-1)?.entry;
  if (phase.kind !== 'live' || caller.kind === 'speaking' || last?.kind !== 'said') return;
  if (draft.state.answering.openingDue) openToPerson(draft, draft.at);
  else requestAnswer(draft, draft.at);
}

/** The carrier has reported the end of a greeting: decides who gave it, once all words of it are there. */
export function decideAfterGreeting(draft: StepDraft): void {
  const { answering, phase, caller, awaitedTexts, settings } = draft.state;
  const { greetingEnd } = answering;
  if (greetingEnd === null || phase.kind !== 'live') return;
  if (caller.kind === 'speaking' || awaitedTexts.length > 0) return;
  const greeting = greetingHeard(draft.state, greetingEnd);
  if (greeting === 'person') {
    changeAnswering(draft, { greetingEnd: null });
    releaseToPerson(draft);
  } else if (greeting === 'full' || settings.manners.voicemailMessage === null)
    stopAtOnce(draft, 'voicemail');
  else {
    if (answering.by !== 'machine') holdForMachine(draft);
    const { agent, pendingPlayout } = draft.state;
    if (agent.kind === 'idle' && pendingPlayout.length === 0) claimMessage(draft);
  }
}

/**
 * A beep is a machine's, unless somebody talks with us. Without one, only its own words prove a machine: people who answer
 * with a long sentence are taken for one too.
 */
export function greetingHeard(state: SessionState, end: GreetingEnd): 'person' | 'machine' | 'full' {
  const inOrder = state.history.toSorted((a, b) => a.ordinal - b.ordinal);
  const said = inOrder.flatMap(({ entry }) => (entry.kind === 'said' ? [entry.text] : []));
  const words = said.join(' ');
  // The session or the model has heard the words of one: it may have been answered in the pauses of its greeting.
  const isRecognised = state.answering.by === 'machine';
  if (!(end === 'beep' && isRecognised) && isProvenPerson(state)) return 'person';
  if (end !== 'beep' && !isRecognised && repliesIn(state).length > 0) return 'person';
  if (isMailboxFull(words)) return 'full';
  if (end === 'beep') return 'machine';
  return isMachineGreeting(words) && !isHello(said.at(-1) ?? '') ? 'machine' : 'person';
}

/** So many pauses of a greeting are not answered: who goes on for so long talks with us. */
const mostPauses = 3;

/**
 * A greeting that is answered in its pauses looks like a conversation. It is one where detection has reported a person, or
 * where somebody reacts to what was said: with yes or no, a question, a key.
 */
function isProvenPerson(state: SessionState): boolean {
  const replies = repliesIn(state);
  return state.answering.human || replies.length >= mostPauses || replies.some(isReaction);
}

/** While detection may still report who it was, a machine is waited for. After that any reply is a person's. */
function isWithPerson(state: SessionState): boolean {
  return isProvenPerson(state) || (state.answering.detected && repliesIn(state).length > 0);
}

/** What the other party has said after the agent had said something besides its opening; `#` for pressed keys. */
function repliesIn({ history, settings }: SessionState): string[] {
  const { opening, manners, phrases } = settings;
  const replies: string[] = [];
  let answered = false;
  for (const { entry } of history.toSorted((a, b) => a.ordinal - b.ordinal)) {
    if (entry.kind === 'pressed') replies.push(pressedKeys);
    if (entry.kind === 'said' && answered && !isMachineGreeting(entry.text) && !isScreeningPrompt(entry.text))
      replies.push(entry.text);
    if (entry.kind !== 'agent') continue;
    const own = [opening, manners.screeningAnswer ?? '', phrases.areYouThere, phrases.cutOff];
    if (!own.some((sentence) => sentence.startsWith(entry.text))) answered = true;
  }
  return replies;
}

/** Nothing is said before it is stored that the message is being left: no other session leaves it again. */
function claimMessage(draft: StepDraft): void {
  changeAnswering(draft, { by: 'recorder', greetingEnd: null });
  emit(draft, { type: 'claimMessage' });
}

export function onMessageClaimed(draft: StepDraft, granted: boolean): void {
  const { answering, phase, settings } = draft.state;
  const { voicemailMessage } = settings.manners;
  if (answering.by !== 'recorder' || phase.kind !== 'live') return;
  if (!granted || voicemailMessage === null) stopAtOnce(draft, 'voicemail');
  else {
    say(draft, voicemailMessage, false);
    finishSession(draft, { reason: 'voicemail', reopenable: false, transfer: null });
  }
}

/** Nobody has come to the phone, the greeting has no end, or the message could not be claimed. */
export function onMachineTimeout(draft: StepDraft): void {
  stopAtOnce(draft, 'voicemail');
}

import { disclosureAnswer } from '@parley/contract';
import { say } from './agent.ts';
import { change, type StepDraft } from './draft.ts';
import type { SessionEndReason } from './effects.ts';
import { statesAi } from './person-question.ts';
import type { SessionState } from './state.ts';

/**
 * Who asks whether a person speaks is told, whatever the model answers, and also where a filler, a tool or an interruption
 * came between question and answer: the question is open until the other party has heard it.
 */

/** The sentence that is still to be said; null where nobody has asked, or what is being said tells it. */
export function disclosureOwed({ personQuestion, settings, agent }: SessionState): string | null {
  if (personQuestion === null) return null;
  const { ordinal, language } = personQuestion;
  const said = agent.kind === 'speaking' && agent.utterance.ordinal > ordinal ? agent.utterance.text : '';
  if (statesAi(said, settings)) return null;
  // A speech engine speaks every language; a carrier's voice speaks that of the line.
  return disclosureAnswer(settings.speech === 'audio' ? language : settings.language);
}

/** A sentence of the session that stands where the answer would: what is owed comes first. */
export function withDisclosure(state: SessionState, sentence: string): string {
  const owed = disclosureOwed(state);
  return owed === null ? sentence : `${owed} ${sentence}`;
}

/** An engine that says something else when it is told what to say is not asked for ever. */
const mostAttempts = 3;
/** The last words of such sessions are the agent's own. All others end at once, or with a sentence of the session. */
const spokenEnds: ReadonlySet<SessionEndReason> = new Set<SessionEndReason>([
  'finished',
  'wrong_number',
  'transferred',
]);

/** The answer was heard and did not tell: the session does, before anything else happens. */
export function discloseIfOwed(draft: StepDraft): void {
  const { state } = draft;
  const { personQuestion: question, phase, answering } = state;
  if (question === null || question.attempts >= mostAttempts || !isQuiet(state)) return;
  const isLive = phase.kind === 'live' && answering.by === 'person' && !answering.openingDue;
  const isLeaving =
    phase.kind === 'ending' && phase.stage === 'speaking' && spokenEnds.has(phase.ending.reason);
  if (!isLeaving && !(isLive && isAnswered(state, question.ordinal))) return;
  const owed = disclosureOwed(state);
  if (owed === null) return;
  change(draft, { personQuestion: { ...question, attempts: question.attempts + 1 } });
  say(draft, owed, isLive);
}

/** Nobody speaks, and no answer is on its way. */
export function isQuiet({
  agent,
  caller,
  pendingPlayout,
  digits,
  awaitedTexts,
  tools,
}: SessionState): boolean {
  const isSilent = agent.kind === 'idle' && pendingPlayout.length === 0 && caller.kind === 'silent';
  const isAnswering = tools.answerOwed !== null || tools.running.some(({ overdue }) => !overdue);
  return isSilent && !digits && awaitedTexts.length === 0 && !isAnswering;
}

function isAnswered({ history }: SessionState, question: number): boolean {
  return history.some(({ ordinal, entry }) => ordinal > question && entry.kind === 'agent');
}

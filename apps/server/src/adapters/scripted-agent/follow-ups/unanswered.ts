import type { CallDirection } from '@parley/contract';
import type { CallFacts } from '../../../ports/follow-ups.ts';
import type { OutcomeMaterial } from '../../../ports/outcomes.ts';
import { stems } from '../planning/facts.ts';
import { intentsOf } from '../understanding/intents.ts';
import { notKnown } from './request-words.ts';
import { isMachines, sentencesOfAgent, type Transcript } from './spoken.ts';

export interface Unanswered {
  readonly questions: readonly string[];
  readonly entry: number | null;
}

/** Questions that found no answer in what the agent knows, or to which it said that it does not know. */
export function unansweredIn({
  transcript,
  direction,
  unanswered,
}: OutcomeMaterial & CallFacts): Unanswered | null {
  const [first] = unanswered;
  if (first !== undefined)
    return {
      questions: [...new Set(unanswered)],
      entry: entryOf(transcript, direction, first)?.ordinal ?? null,
    };
  const asked = sentencesOfAgent(transcript).flatMap(({ at, words }) => {
    const before = notKnown.test(words)
      ? transcript.slice(0, at).findLast(({ speaker }) => speaker !== 'system')
      : undefined;
    return before?.speaker === 'user' && intentsOf(before.message).has('question') ? [before] : [];
  });
  const [entry] = asked;
  return entry
    ? { questions: [...new Set(asked.map(({ message }) => message))], entry: entry.ordinal }
    : null;
}

/** The entry that has most of the question's words; of equal ones the last. */
function entryOf(
  transcript: Transcript,
  direction: CallDirection,
  question: string,
): Transcript[number] | undefined {
  const asked = stems(question);
  let best: { entry: Transcript[number]; shared: number } | undefined;
  for (const entry of transcript) {
    if (entry.speaker !== 'user' || isMachines(entry.message, direction)) continue;
    const shared = [...stems(entry.message)].filter((stem) => asked.has(stem)).length;
    if (shared > 0 && shared >= (best?.shared ?? 0)) best = { entry, shared };
  }
  return best?.entry;
}

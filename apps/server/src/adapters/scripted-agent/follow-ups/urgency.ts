import type { CallDirection, UrgentWhy } from '@parley/contract';
import { polarityOf } from '../understanding/yes-no.ts';
import { questionBefore, type Sentence, sentencesOfParty, type Transcript, wordsOf } from './spoken.ts';
import {
  isOver,
  negated,
  pastTimePattern,
  presentTimePattern,
  swearing,
  urgentWords,
} from './urgent-words.ts';

export interface Urgency {
  readonly why: Exclude<UrgentWhy, 'person_today'>;
  /** The ordinal of the entry. */
  readonly entry: number;
  readonly at: number;
  readonly said: string;
}

/** Why somebody must look at the call now: the weightiest of what the other party has said. */
export function urgencyIn(transcript: Transcript, direction: CallDirection): Urgency | null {
  const sentences = sentencesOfParty(transcript, direction);
  for (const [why, pattern] of urgentWords) {
    const found = sentences.find(
      (sentence) => saysNow(sentence, pattern) || affirms(transcript, sentence, pattern),
    );
    if (found && why !== 'person_today') return urgency(why, found);
  }
  const swears = direction === 'inbound' ? sentences.find(({ words }) => swearing.test(words)) : undefined;
  return swears ? urgency('angry', swears) : null;
}

function urgency(why: Urgency['why'], { entry, at, text }: Sentence): Urgency {
  return { why, entry: entry.ordinal, at, said: text };
}

/** Of somebody, now, and not taken back. Each part of the sentence counts for itself: "No, it hurts." */
function saysNow({ text, words }: Sentence, pattern: RegExp): boolean {
  if (!pattern.test(words) || isOver.test(words)) return false;
  if (pastTimePattern.test(words) && !presentTimePattern.test(words)) return false;
  return text
    .split(/[,;:–—]|\b(?:but|aber|pero|mais)\b/i)
    .map(wordsOf)
    .some((part) => isSaid(part, pattern));
}

function isSaid(part: string, pattern: RegExp): boolean {
  const every = new RegExp(pattern.source, `${pattern.flags}g`);
  return (
    !asksInGeneral(part) && [...part.matchAll(every)].some(({ index }) => !negated.test(part.slice(0, index)))
  );
}

/** "Does it hurt?", "Is there an emergency dentist?": a question about nobody. */
function asksInGeneral(part: string): boolean {
  return (
    /^(?:(?:and|but|so|well|hello|hi) )*(?:will|would|does|do|is|are|can|could|how|what)\b/.test(part) &&
    !/\b(?:my|me|i|i'm|i've|he|she|his|her|our|we|son|daughter|child)\b/.test(part)
  );
}

/** A yes to "Are you in pain?". */
function affirms(transcript: Transcript, { at, text, words }: Sentence, pattern: RegExp): boolean {
  const question = questionBefore(transcript, at);
  if (question === null || !pattern.test(wordsOf(question))) return false;
  return polarityOf(text) === 'yes' || /^(?:ja|sí|si|oui)(?!\p{L})/u.test(words);
}

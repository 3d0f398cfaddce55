import { lastQuestionIn } from '../../../lib/sentences.ts';
import type { TranscriptEntry } from '../../../ports/transcript-store.ts';

/** A question of the agent's with what the other party said to it before the agent spoke again. */
export interface Exchange {
  readonly question: string;
  readonly asked: TranscriptEntry;
  readonly answers: readonly TranscriptEntry[];
}

/** Who is speaking, whether it is a good moment, whether that was all: their answers are no outcome. */
const aboutTheCall =
  /^(?:(?:and|so|hello|sorry),? )*(?:am i speaking|could i speak|may i speak|is this|are you there|is (?:now|it) a good|do you have a (?:moment|minute)|how can i help|is (?:that|this|it|everything) (?:all right|alright|okay|ok|fine|right|correct)|is there anything else|anything else|can i do anything|(?:do|did) you (?:have any (?:other |more )?questions|understand|hear)|when would be a better time to call|(?:shall|should|may|can|could) (?:i|we) call)\b/i;

export function exchangesIn(transcript: readonly TranscriptEntry[]): Exchange[] {
  const exchanges: { question: string; asked: TranscriptEntry; answers: TranscriptEntry[] }[] = [];
  let open: (typeof exchanges)[number] | null = null;
  for (const entry of transcript) {
    if (entry.speaker === 'agent') {
      const question = lastQuestionIn(entry.message);
      open = question === null ? null : { question, asked: entry, answers: [] };
      if (open) exchanges.push(open);
    } else if (entry.speaker === 'user') open?.answers.push(entry);
  }
  return exchanges.filter(({ question, answers }) => answers.length > 0 && !aboutTheCall.test(question));
}

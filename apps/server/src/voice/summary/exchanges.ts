import { lastQuestionIn } from '../../lib/sentences.ts';
import type { SpokenEntry } from '../../ports/voice-summary.ts';

export interface Exchange {
  /** The last thing the agent asked before. */
  readonly question: string;
  readonly answer: string;
  /** Where in the transcript the answer stands. */
  readonly at: number;
}

/** Every question of the agent's with what was answered to it. */
export function exchangesIn(transcript: readonly SpokenEntry[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let question: string | null = null;
  for (const [at, { speaker, message }] of transcript.entries()) {
    if (speaker === 'agent') question = lastQuestionIn(message) ?? question;
    if (speaker !== 'user' || question === null) continue;
    const last = exchanges.at(-1);
    // If a question is asked again, the later answer replaces the earlier one.
    if (last?.question === question) exchanges[exchanges.length - 1] = { question, answer: message, at };
    else exchanges.push({ question, answer: message, at });
  }
  return exchanges;
}

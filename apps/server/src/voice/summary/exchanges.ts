import type { SpokenEntry, SummaryMaterial } from '../../ports/voice-summary.ts';

/** Whether the other party said or pressed anything: without it there is nothing to sum up. */
export function otherPartyResponded({ transcript }: Pick<SummaryMaterial, 'transcript'>): boolean {
  return transcript.some(
    ({ speaker, message }) =>
      (speaker === 'user' && /[\p{L}\p{N}]/u.test(message)) ||
      (speaker === 'system' && message.startsWith('The other party pressed')),
  );
}

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
    if (speaker === 'agent') question = lastQuestion(message) ?? question;
    if (speaker !== 'user' || question === null) continue;
    const last = exchanges.at(-1);
    // If a question is asked again, the later answer replaces the earlier one.
    if (last?.question === question) exchanges[exchanges.length - 1] = { question, answer: message, at };
    else exchanges.push({ question, answer: message, at });
  }
  return exchanges;
}

function lastQuestion(message: string): string | null {
  return sentencesIn(message).findLast((sentence) => sentence.endsWith('?')) ?? null;
}

/** "Mr." and "a.m." end no sentence, unless nothing follows. */
const abbreviated =
  /(?:\b(?:dr|mr|mrs|ms|mx|prof|hr|fr|st|\p{L}*str|nr|approx|ca|jan|feb|mar|apr|aug|sept?|oct|nov|dec)|\b[a-z]|\b[ap]\.m)\.$/iu;

export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  for (const part of text.match(/[^.?!]+(?:[.?!](?=\S)[^.?!]+)*[.?!]*/g) ?? []) {
    const before = sentences.at(-1);
    if (
      before !== undefined &&
      (abbreviated.test(before) || (/\bno\.$/i.test(before) && /^\s*\d/.test(part))) &&
      !(/\b[ap]\.m\.$/i.test(before) && /^\s*\p{Lu}/u.test(part))
    )
      sentences[sentences.length - 1] = `${before} ${part.trim()}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

import type { CallDirection } from '@parley/contract';
import type { OutcomeMaterial } from '../../../ports/outcomes.ts';
import { sentencesOf } from '../instructions/sentences.ts';
import { intentsOf } from '../understanding/intents.ts';
import { normalized } from '../understanding/normalize.ts';

export type Transcript = OutcomeMaterial['transcript'];
export type Entry = Transcript[number];

/** One sentence of an entry. */
export interface Sentence {
  readonly entry: Entry;
  /** The place of the entry in the transcript. */
  readonly at: number;
  readonly text: string;
  /** Lower case, apostrophes straight, words and spaces only. */
  readonly words: string;
}

/** The menu of an exchange, or of a machine that answers for somebody. */
const menu =
  /\b(?:press|dial|push|drücken sie|pulse|marque|tapez|appuyez) (?:sur )?(?:\d|one|two|three|zero)/i;
const screening =
  /\b(?:record|say|state) your name\b|\bscreening (?:service|assistant)\b|\bi'll see if (?:this|the) person is available\b|\b(?:stay|remain) on the line\b/i;

/** Said by a machine: a greeting, a menu, or a phone that asks for its owner who is calling. */
export function isRecorded(text: string): boolean {
  const said = normalized(text);
  return menu.test(said) || screening.test(said) || intentsOf(said).has('voicemail');
}

/** What the other party has said, sentence by sentence. What a machine has said for them is left out. */
export function sentencesOfParty(transcript: Transcript, direction: CallDirection): Sentence[] {
  return transcript.flatMap((entry, at) =>
    entry.speaker === 'user' && !isMachines(entry.message, direction) ? sentencesIn(entry, at) : [],
  );
}

/** No machine greets whoever it calls: "I got your voicemail" is a person's. */
export function isMachines(text: string, direction: CallDirection): boolean {
  return direction === 'inbound' ? menu.test(normalized(text)) : isRecorded(text);
}

export function sentencesOfAgent(transcript: Transcript): Sentence[] {
  return transcript.flatMap((entry, at) => (entry.speaker === 'agent' ? sentencesIn(entry, at) : []));
}

function sentencesIn(entry: Entry, at: number): Sentence[] {
  return sentencesOf(normalized(entry.message)).map((text) => ({ entry, at, text, words: wordsOf(text) }));
}

export function wordsOf(text: string): string {
  return normalized(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** For each entry the question that the agent asked last before it; null where its last words were none. */
const questions = new WeakMap<Transcript, readonly (string | null)[]>();

export function questionBefore(transcript: Transcript, at: number): string | null {
  let found = questions.get(transcript);
  if (!found) {
    let question: string | null = null;
    found = transcript.map(({ speaker, message }) => {
      const before = question;
      if (speaker === 'agent') question = lastQuestion(message);
      return before;
    });
    questions.set(transcript, found);
  }
  return found[at] ?? null;
}

function lastQuestion(message: string): string | null {
  const last = sentencesOf(normalized(message)).at(-1);
  return last?.endsWith('?') ? last : null;
}

import { type AgentConfig, phrasesFor } from '@parley/contract';
import type { ChangeMade } from '../../ports/follow-ups.ts';
import type { TranscriptEntry } from '../../ports/transcript-store.ts';
import type { ToolCheck } from './tool-follow-ups.ts';

type Wording = Pick<AgentConfig, 'speech' | 'conversation'>;

/**
 * What was changed on a call and not told to the other party (FU14). Told is what was followed by a sentence of the agent
 * that was heard to its end; what the session says by itself, also for a tool that runs, tells nothing.
 */
export function unannouncedChanges(
  changes: readonly ChangeMade[],
  transcript: readonly TranscriptEntry[],
  wording: Wording | null,
  toolSentences: readonly string[],
): ToolCheck[] {
  if (changes.length === 0) return [];
  const isFixed = createIsFixed(wording, toolSentences);
  const said = transcript.filter(
    (entry) => entry.speaker === 'agent' && wholeSentences(entry).some((one) => !isFixed(one)),
  );
  // What was begun before the answer was known may be heard after it.
  const isTold = (doneAt: Date, place: number) =>
    said.some(({ ordinal, spokenAt }) => ordinal > place && spokenAt >= doneAt);
  return changes
    .filter(({ doneAt, ordinal }) => doneAt === null || !isTold(doneAt, ordinal))
    .map(({ id, title, doneAt }) => ({ id, title, what: doneAt === null ? 'running' : 'done' }));
}

/** Those that were heard to their end: the last one was not where the other party interrupted. */
function wholeSentences({ message, interrupted }: TranscriptEntry): string[] {
  const sentences = sentencesOf(message);
  const isCut = interrupted && !/[.!?…。！？]["'”’»)]*$/.test(message.trim());
  return isCut ? sentences.slice(0, -1) : sentences;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…。！？]["'”’»)]*)\s+/)
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
}

/** Whether the session says it without asking the model, in one of the languages of the line. */
function createIsFixed(
  wording: Wording | null,
  toolSentences: readonly string[],
): (sentence: string) => boolean {
  const language = wording?.speech.language ?? 'en';
  const others = wording?.speech.otherLanguages ?? [];
  const phrases = [
    ...Object.values(phrasesFor(language, wording?.conversation.phrases)),
    ...others.flatMap((other) => Object.values(phrasesFor(other.language))),
  ];
  const patterns = phrases.flatMap(sentencesOf).map(asPattern);
  // Said as they are: braces in them are no placeholders.
  const ofTools = new Set(toolSentences.flatMap(sentencesOf));
  return (sentence) => ofTools.has(sentence) || patterns.some((pattern) => pattern.test(sentence));
}

/** A sentence whose placeholders are filled with anything. */
function asPattern(sentence: string): RegExp {
  const parts = sentence.split(/\{[^{}]*\}/);
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`, 'u');
}

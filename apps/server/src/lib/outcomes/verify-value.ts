import type { EntryProof, OutcomeField, OutcomeValue, Proof, Speaker, ToolCallState } from '@parley/contract';
import { sentencesIn } from '../sentences.ts';
import { longestAnswer } from '../spoken-clauses.ts';
import { isStorable } from '../storable-text.ts';
import { isDictated } from './dictated.ts';
import { isOfOtherMatter } from './other-matter.ts';
import { type Answer, proves } from './proofs.ts';
import { findQuotation, plainSpeech, type Quotation, sentencesAround } from './quotation.ts';
import { asksForConsent, type SaidAt } from './recaps.ts';
import { beginsTakingBack, readsOtherwise, takesBack } from './taken-back.ts';
import { typedValue } from './typed-value.ts';

export interface SaidEntry {
  readonly ordinal: number;
  readonly speaker: Speaker;
  readonly message: string;
  readonly interrupted: boolean;
  readonly spokenAt: Date;
}

/** A tool call whose answer may prove a value. */
export interface ProvingToolCall {
  readonly id: string;
  readonly name: string;
  /** Its place between the entries of the transcript. */
  readonly ordinal: number;
  readonly state: ToolCallState;
  readonly sample: boolean;
  readonly changes: boolean;
  /** Both are null for a tool that is built in. */
  readonly toolId: string | null;
  readonly mcpServerId: string | null;
  readonly answer: string | null;
  readonly startedAt: Date;
}

/** The call whose transcript has to prove a value. */
export interface ProvingCall {
  readonly transcript: readonly SaidEntry[];
  /** The organization's: days are resolved in it. */
  readonly timeZone: string;
  /** In the order in which they were made. */
  readonly toolCalls?: readonly ProvingToolCall[];
}

/** A value as an extractor claims it. */
export interface ClaimedValue {
  /** Days may be given as `YYYY-MM-DD` or in the words that were said. */
  readonly value: OutcomeValue;
  readonly entry: number;
  readonly quote: string;
  readonly question: { readonly entry: number; readonly quote: string } | null;
}

export type DroppedBecause =
  /** There is no such entry. */
  | 'no_entry'
  /** The entry is the agent's or a note. */
  | 'not_theirs'
  /** The quotation does not stand in the entry word for word. */
  | 'not_said'
  /** The tool was not carried out, or its answer was a sample. */
  | 'not_carried_out'
  /** The call was cut off where the quotation ends. */
  | 'cut_off'
  /** They said what is to be written down. */
  | 'dictated'
  /** It is not of the field's type. */
  | 'outside_type'
  /** The words quoted do not say it. */
  | 'not_proved'
  /** Something else was said afterwards. */
  | 'taken_back'
  | 'unstorable';

export type Verdict =
  | { readonly kind: 'kept'; readonly value: OutcomeValue; readonly proof: Proof }
  | { readonly kind: 'dropped'; readonly why: DroppedBecause };

const pressed = /^The other party pressed ([\d*# ]+)\.$/;

/** Types of values that are said about everything; the others say themselves what they are about. */
const isMeasured: ReadonlySet<OutcomeField['type']> = new Set(['date', 'time', 'number']);

/** Keeps a value only if the other party's own words in the transcript prove it. The rules are numbered in docs/outcomes.md. */
export function verifyValue(field: OutcomeField, claim: ClaimedValue, call: ProvingCall): Verdict {
  const dropped = (why: DroppedBecause): Verdict => ({ kind: 'dropped', why });
  const place = call.transcript.findIndex(({ ordinal }) => ordinal === claim.entry);
  const entry = call.transcript[place];
  if (!entry) return dropped('no_entry');
  const keys = entry.speaker === 'system' ? pressed.exec(entry.message)?.[1] : undefined;
  if (entry.speaker !== 'user' && keys === undefined) return dropped('not_theirs');
  const message = plainSpeech(entry.message);
  const found = findQuotation(message, claim.quote);
  if (!found) return dropped('not_said');
  if (entry.interrupted && !/[\p{L}\p{N}]/u.test(message.slice(found.end))) return dropped('cut_off');
  if (field.type !== 'text' && isDictated(turnUpTo(call.transcript, place))) return dropped('dictated');

  const said = { at: entry.spokenAt.getTime(), zone: call.timeZone };
  const quote = message.slice(found.start, found.end);
  const value = typedValue(field, claim.value, quote, said);
  if (value === null) return dropped('outside_type');
  if (typeof value === 'string' && !isStorable(value)) return dropped('unstorable');
  const proof = (question: EntryProof['question']): Proof => ({
    kind: 'entry',
    entry: claim.entry,
    quote,
    question,
  });
  if (keys !== undefined) {
    // A key proves the number on it and nothing else.
    const isKey = field.type === 'number' && keys.replace(/ /g, '') === String(value);
    return isKey ? { kind: 'kept', value, proof: proof(null) } : dropped('not_proved');
  }

  const asked = questionOf(call.transcript, place, claim);
  const answer: Answer = {
    ...sentencesAround(message, found),
    quote,
    question: asked?.text ?? null,
    asked: lastAskedBefore(call.transcript, place),
    said,
  };
  if (isMeasured.has(field.type) && isOfOtherMatter(field, answer)) return dropped('not_proved');
  const how = proves(field, value, answer);
  if (how === null) return dropped('not_proved');
  if (isTakenBack(field, value, message.slice(found.end), call, place, said)) return dropped('taken_back');
  const question = asked && { entry: asked.entry, quote: asked.quote };
  return { kind: 'kept', value, proof: proof(question ?? null) };
}

/** What the other party said since the agent last spoke: an order may stand in the entry before. */
function turnUpTo(transcript: readonly SaidEntry[], place: number): string {
  const before = transcript.slice(0, place + 1);
  const since = before.findLastIndex(({ speaker }) => speaker === 'agent') + 1;
  return before
    .slice(since)
    .filter(({ speaker }) => speaker === 'user')
    .map(({ message }) => message)
    .join(' ');
}

function agentBefore(transcript: readonly SaidEntry[], place: number): SaidEntry | undefined {
  return transcript.slice(0, place).findLast(({ speaker }) => speaker === 'agent');
}

function lastAskedBefore(transcript: readonly SaidEntry[], place: number): string {
  const words = plainSpeech(agentBefore(transcript, place)?.message ?? '');
  return sentencesIn(words).findLast((sentence) => sentence.endsWith('?')) ?? '';
}

/**
 * The agent's question that an answer answers: it must be the only one of what the agent said last, and the quotation must
 * stand in it, or before it where it only asks whether that is right.
 */
function questionOf(
  transcript: readonly SaidEntry[],
  place: number,
  { question }: ClaimedValue,
): { entry: number; quote: string; text: string } | null {
  const agent = agentBefore(transcript, place);
  if (!agent || question === null || question.entry !== agent.ordinal) return null;
  const message = plainSpeech(agent.message);
  const found: Quotation | null = findQuotation(message, question.quote);
  const sentences = sentencesIn(message);
  const questions = sentences.filter((sentence) => sentence.endsWith('?'));
  const [only] = questions;
  if (!found || only === undefined || questions.length > 1 || sentences.at(-1) !== only) return null;
  const text = sentencesAround(message, found).own;
  const entry = agent.ordinal;
  const quote = message.slice(found.start, found.end);
  return text.includes(only) || asksForConsent.test(only) ? { entry, quote, text } : null;
}

function isTakenBack(
  field: OutcomeField,
  value: OutcomeValue,
  rest: string,
  { transcript, timeZone }: ProvingCall,
  place: number,
  said: SaidAt,
): boolean {
  if (field.type !== 'text' && beginsTakingBack(rest)) return true;
  if (rest.length > longestAnswer && field.type !== 'text') return true;
  if (field.type !== 'yes_no' && readsOtherwise(rest, field, value, said)) return true;
  return transcript.some(({ speaker, message, spokenAt }, later) => {
    if (later <= place || speaker !== 'user') return false;
    const asked = agentBefore(transcript, later)?.message ?? '';
    return takesBack(message, asked, field, value, { at: spokenAt.getTime(), zone: timeZone });
  });
}

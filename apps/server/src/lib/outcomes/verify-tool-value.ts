import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { isStorable } from '../storable-text.ts';
import { choicesIn } from './choices.ts';
import { findQuotation, plainSpeech } from './quotation.ts';
import { sharedStems, stemsOf } from './stems.ts';
import { takesBack } from './taken-back.ts';
import { typedValue } from './typed-value.ts';
import type { DroppedBecause, ProvingCall, ProvingToolCall, Verdict } from './verify-value.ts';

export interface ClaimedOfTool {
  readonly value: OutcomeValue;
  readonly toolCall: string;
  readonly quote: string;
}

/** Keeps a value only if the answer of a tool that was carried out has it, word for word (OC13). */
export function verifyToolValue(field: OutcomeField, claim: ClaimedOfTool, call: ProvingCall): Verdict {
  const dropped = (why: DroppedBecause): Verdict => ({ kind: 'dropped', why });
  const toolCalls = call.toolCalls ?? [];
  const place = toolCalls.findIndex(({ id }) => id === claim.toolCall);
  const tool = toolCalls[place];
  if (!tool) return dropped('no_entry');
  const answer = answerOf(tool);
  if (answer === null) return dropped('not_carried_out');
  const found = findQuotation(answer, claim.quote);
  if (!found) return dropped('not_said');
  const quote = answer.slice(found.start, found.end);
  const said = { at: tool.startedAt.getTime(), zone: call.timeZone };
  const value = typedValue(field, claim.value, quote, said);
  if (value === null) return dropped('outside_type');
  if (typeof value === 'string' && !isStorable(value)) return dropped('unstorable');
  if (!shows(field, value, quote, call.timeZone)) return dropped('not_proved');
  if (isReplaced(tool, quote, toolCalls.slice(place + 1))) return dropped('taken_back');
  const { transcript } = call;
  const isTakenBack = transcript.some(({ ordinal, speaker, message, spokenAt }, at) => {
    if (ordinal < tool.ordinal || speaker !== 'user') return false;
    const asked = transcript.slice(0, at).findLast((entry) => entry.speaker === 'agent')?.message ?? '';
    return takesBack(message, asked, field, value, { at: spokenAt.getTime(), zone: call.timeZone });
  });
  if (isTakenBack) return dropped('taken_back');
  return { kind: 'kept', value, proof: { kind: 'tool', toolCall: tool.id, quote } };
}

function isBuiltIn({ toolId, mcpServerId }: ProvingToolCall): boolean {
  return toolId === null && mcpServerId === null;
}

/** Null where nothing was done, where nobody knows, and for a sample. */
function answerOf({ state, sample, answer }: ProvingToolCall): string | null {
  return state === 'done' && !sample && answer !== null ? plainSpeech(answer) : null;
}

/**
 * What was looked up again, or changed afterwards, counts as it was answered last: an appointment that was booked and then
 * moved is where it was moved to.
 */
function isReplaced(tool: ProvingToolCall, quote: string, later: readonly ProvingToolCall[]): boolean {
  return later.some((other) => {
    const answer = answerOf(other);
    const mayReplace = other.name === tool.name || (other.changes && !isBuiltIn(other));
    if (answer === null || !mayReplace) return false;
    return findQuotation(answer, quote) === null;
  });
}

function shows(field: OutcomeField, value: OutcomeValue, quote: string, zone: string): boolean {
  switch (field.type) {
    case 'yes_no':
      return isOnly(flagsIn(quote, field), value);
    case 'choice':
      return isOnly(choicesIn(quote, field.choices), value);
    case 'number':
      return isOnly(numbersIn(quote), value);
    case 'date':
      return isOnly(
        instantsIn(quote, zone).map(({ date }) => date),
        value,
      );
    case 'time':
      return isOnly(
        instantsIn(quote, zone).map(({ time }) => time),
        value,
      );
    case 'text':
      return findQuotation(quote, String(value)) !== null;
  }
}

/** Two different ones prove neither. */
function isOnly(found: readonly (OutcomeValue | null)[], value: OutcomeValue): boolean {
  return found.length > 0 && found.every((one) => one === value);
}

/** `"confirmed": true`, where the name is about the matter of the field. */
function flagsIn(quote: string, { label, description }: OutcomeField): (boolean | null)[] {
  const matter = stemsOf(`${label} ${description}`);
  return [...quote.matchAll(/"?([\p{L}\p{N}_-]+)"?\s*:\s*(true|false)\b/gu)].map(([, name = '', flag]) => {
    const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_-]/g, ' ');
    // Of another matter: the quotation is of more than one thing, and proves none.
    return sharedStems(matter, stemsOf(words)) > 0 ? flag === 'true' : null;
  });
}

/** In digits, but not those of days, times and ids. */
function numbersIn(quote: string): number[] {
  const plain = quote.replaceAll(/\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}/g, ' ');
  return [...plain.matchAll(/(?<![\p{L}\p{N}._-])-?\d{1,12}(?:\.\d{1,6})?(?![\p{L}\p{N}_-]|\.\d)/gu)].map(
    ([text]) => Number(text),
  );
}

interface Instant {
  readonly date: string | null;
  readonly time: string | null;
}

const written =
  /(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?|(?<![\d:])(\d{2}:\d{2})(?!:?\d)/g;

/** Days and times as programs write them. One with an offset is moved to the zone of the organization. */
function instantsIn(quote: string, zone: string): Instant[] {
  return [...quote.matchAll(written)].map(([text, date = null, time = null, offset, alone = null]) =>
    offset === undefined ? { date, time: time ?? alone } : localInstant(text, zone),
  );
}

function localInstant(text: string, zone: string): Instant {
  const at = new Date(text.replace(' ', 'T'));
  if (Number.isNaN(at.getTime())) return { date: null, time: null };
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, dateStyle: 'short', timeStyle: 'short' },
  }).format(at);
  const [date = null, time = null] = parts.split(' ');
  return { date, time };
}

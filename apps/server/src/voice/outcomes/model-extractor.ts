import {
  type CallResult,
  callResults,
  followUpReasons,
  limits,
  type ProvedValue,
  type UrgentWhy,
  urgentReasons,
} from '@parley/contract';
import { jsonFields } from '../../lib/json-fields.ts';
import { isDictated } from '../../lib/outcomes/dictated.ts';
import { findQuotation, plainSpeech } from '../../lib/outcomes/quotation.ts';
import { isSupported } from '../../lib/outcomes/supported.ts';
import { isStorable } from '../../lib/storable-text.ts';
import type { DetectedFollowUp } from '../../ports/follow-ups.ts';
import type { ObjectWriter } from '../../ports/model-access.ts';
import type { OutcomeExtractor, OutcomeMaterial } from '../../ports/outcomes.ts';
import { foundReasons, outcomeMaterialText, outcomePromptFor, outcomeSchema } from './prompt.ts';

/** Twenty fields with their quotations fit into it. */
const mostTokens = 4_000;
/** More than a call has reasons for. */
const mostFollowUps = 6;

/** Has a model read the call. What it writes are claims: values are verified by whoever stores them. */
export function modelExtractor(writer: ObjectWriter): OutcomeExtractor {
  return {
    name: 'model',
    async extract(material, signal, onTokens) {
      const written = jsonFields(
        await writer.write(
          {
            prompt: outcomePromptFor(material),
            material: outcomeMaterialText(material),
            schema: outcomeSchema(material),
            maxTokens: mostTokens,
            ...(onTokens && { onTokens }),
          },
          signal,
        ),
      );
      return {
        result: resultIn(written, material),
        sentence: typeof written.sentence === 'string' ? written.sentence : null,
        values: listOf(written.values).flatMap((claim) => valueIn(claim) ?? []),
        followUps: listOf(written.followUps)
          .slice(0, mostFollowUps)
          .flatMap((claim) => followUpIn(claim, material) ?? []),
      };
    },
  };
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(jsonFields) : [];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isEntry = (value: unknown): value is number => Number.isSafeInteger(value);

/** The words of the other party that are quoted; null where they did not say them. */
function quotedIn(material: OutcomeMaterial, entry: unknown, quote: unknown): string | null {
  const line = material.transcript.find(({ ordinal, speaker }) => ordinal === entry && speaker === 'user');
  if (!line || !isText(quote)) return null;
  const message = plainSpeech(line.message);
  const found = findQuotation(message, quote);
  return found && message.slice(found.start, found.end);
}

/** A result that nobody's words show is none; neither is one that the other party has dictated. */
function resultIn(
  { result, resultEntry, resultQuote }: Readonly<Record<string, unknown>>,
  material: OutcomeMaterial,
): CallResult | null {
  if (!isText(result) || !Object.hasOwn(callResults, result)) return null;
  if (quotedIn(material, resultEntry, resultQuote) === null) return null;
  const line = material.transcript.find(({ ordinal }) => ordinal === resultEntry);
  return line && isDictated(line.message) ? null : (result as CallResult);
}

function valueIn(claim: Readonly<Record<string, unknown>>): ProvedValue | null {
  const { field, value, entry, quote, questionEntry, questionQuote, toolCall } = claim;
  const isValue = isText(value) || typeof value === 'number' || typeof value === 'boolean';
  if (!isText(field) || !isValue || !isText(quote)) return null;
  if (isText(toolCall)) return { field, value, proof: { kind: 'tool', toolCall, quote } };
  if (!isEntry(entry)) return null;
  const question =
    isEntry(questionEntry) && isText(questionQuote) ? { entry: questionEntry, quote: questionQuote } : null;
  return { field, value, proof: { kind: 'entry', entry, quote, question } };
}

function followUpIn(
  { reason, what, entry, quote, urgent }: Readonly<Record<string, unknown>>,
  material: OutcomeMaterial,
): DetectedFollowUp | null {
  const known = foundReasons.find((one) => one === reason);
  const quoted = quotedIn(material, entry, quote);
  if (known === undefined || quoted === null || !isEntry(entry)) return null;
  const urgentWhy = isText(urgent) && Object.hasOwn(urgentReasons, urgent) ? (urgent as UrgentWhy) : null;
  const said = `${followUpReasons[known]}: “${quoted}”`;
  const sentence = isText(what) ? what.replace(/\s+/g, ' ').trim() : '';
  const isGood = sentence !== '' && isStorable(sentence) && isSupported(sentence, material.transcript);
  return { reason: known, urgentWhy, what: shortened(isGood ? sentence : said), entry, dueAt: null };
}

function shortened(text: string): string {
  if (text.length <= limits.followUpWhatMax) return text;
  return `${text
    .slice(0, limits.followUpWhatMax - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

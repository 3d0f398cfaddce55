import type * as wire from '@parley/contract';
import {
  asInstant,
  asNumber,
  asObject,
  asString,
  type JsonObject,
  type OpenEnum,
  parseList,
} from './json.ts';

export type OutcomeValue = wire.OutcomeValue;

/** A field as the call was read with; a type that this page does not know is shown as text. */
export interface OutcomeField extends Omit<wire.OutcomeField, 'type' | 'description'> {
  type: OpenEnum<wire.OutcomeFieldType>;
}

/** Where in the transcript something was said. */
export interface Quotation {
  entry: number;
  quote: string;
}

/** The words that prove a value, and where they stand: in the transcript, or in what a tool was asked or answered. */
export interface Proof {
  at: { kind: 'entry'; ordinal: number } | { kind: 'tool'; id: string };
  quote: string;
  /** A yes is quoted with the question that it answers. */
  question: Quotation | null;
}

export interface ProvedValue {
  field: string;
  value: OutcomeValue;
  /** Null for a proof of a kind that this page does not know. */
  proof: Proof | null;
}

export interface CallOutcome {
  zone: string;
  result: OpenEnum<wire.CallResult> | null;
  sentence: string | null;
  fields: OutcomeField[];
  values: ProvedValue[];
}

export interface Correction {
  field: string;
  /** Null: a person says that it is not known. */
  value: OutcomeValue | null;
  revision: number;
  by: { displayName: string } | null;
  at: string;
}

export interface ShownOutcome {
  state: OpenEnum<wire.ShownOutcome['state']>;
  outcome: CallOutcome | null;
  corrections: Correction[];
  fieldsChanged: boolean;
}

export function parseShownOutcome(value: unknown): ShownOutcome | null {
  const fields = asObject(value);
  const state = asString(fields?.state);
  if (fields === null || state === null) return null;
  return {
    state,
    outcome: parseOutcome(asObject(fields.outcome)),
    corrections: parseList(fields.corrections, 'correction', parseCorrection),
    fieldsChanged: fields.fieldsChanged === true,
  };
}

function parseOutcome(fields: JsonObject | null): CallOutcome | null {
  if (fields === null) return null;
  return {
    zone: asString(fields.zone) ?? '',
    result: asString(fields.result),
    sentence: asString(fields.sentence),
    fields: parseList(fields.fields, 'outcome field', parseField),
    values: parseList(fields.values, 'outcome value', parseValue),
  };
}

function parseField(value: unknown): OutcomeField | null {
  const fields = asObject(value);
  const [id, label] = [asString(fields?.id), asString(fields?.label)];
  if (fields === null || id === null || label === null) return null;
  return {
    id,
    label,
    type: asString(fields.type) ?? 'text',
    choices: parseList(fields.choices, 'choice', asString),
    required: fields.required === true,
  };
}

function parseValue(value: unknown): ProvedValue | null {
  const fields = asObject(value);
  const field = asString(fields?.field);
  const stored = parseOutcomeValue(fields?.value);
  if (fields === null || field === null || stored === null) return null;
  return { field, value: stored, proof: parseProof(asObject(fields.proof)) };
}

function parseProof(fields: JsonObject | null): Proof | null {
  const quote = asString(fields?.quote);
  const [entry, toolCall] = [asNumber(fields?.entry), asString(fields?.toolCall)];
  if (quote === null) return null;
  if (toolCall !== null) return { at: { kind: 'tool', id: toolCall }, quote, question: null };
  if (entry === null) return null;
  return {
    at: { kind: 'entry', ordinal: entry },
    quote,
    question: parseQuotation(asObject(fields?.question)),
  };
}

function parseQuotation(fields: JsonObject | null): Quotation | null {
  const [entry, quote] = [asNumber(fields?.entry), asString(fields?.quote)];
  return entry === null || quote === null ? null : { entry, quote };
}

function parseCorrection(value: unknown): Correction | null {
  const fields = asObject(value);
  const [field, revision] = [asString(fields?.field), asNumber(fields?.revision)];
  if (fields === null || field === null || revision === null) return null;
  const displayName = asString(asObject(fields.by)?.displayName);
  return {
    field,
    value: parseOutcomeValue(fields.value),
    revision,
    by: displayName === null ? null : { displayName },
    at: asInstant(fields.at) ?? '',
  };
}

function parseOutcomeValue(value: unknown): OutcomeValue | null {
  return typeof value === 'boolean' ? value : (asString(value) ?? asNumber(value));
}

import type { HttpToolConfig, ToolHeader } from '@parley/contract';
import { asObject, type JsonObject } from '../../../lib/parsing/json.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { ConductDraft } from '../conduct-fields.tsx';
import { type InputRow, rowsOf, schemaOf } from './input-rows.ts';

export interface HeaderRow {
  id: string;
  name: string;
  kind: 'text' | 'secret';
  /** The text itself, or what stands before the secret. */
  text: string;
  secret: string;
}

export const constantTypes = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'yes-no', label: 'Yes or no' },
] as const;

export type ConstantType = (typeof constantTypes)[number]['value'];

export interface ConstantRow {
  id: string;
  name: string;
  type: ConstantType;
  text: string;
}

export interface VariableRow {
  id: string;
  name: string;
  path: string;
}

/** What is typed: like the config, with numbers and JSON as text, and rows that have an id on the page. */
export interface ToolDraft extends ConductDraft {
  name: string;
  purpose: string;
  /** Whether the inputs are edited as rows or as the schema itself. */
  inputMode: 'form' | 'schema';
  rows: readonly InputRow[];
  schemaText: string;
  method: HttpToolConfig['method'];
  address: string;
  headers: readonly HeaderRow[];
  constants: readonly ConstantRow[];
  variables: readonly VariableRow[];
  sampleInput: string;
  sampleAnswer: string;
}

export function draftOf(config: HttpToolConfig): ToolDraft {
  const rows = rowsOf(config.inputs);
  return {
    name: config.name,
    purpose: config.purpose,
    title: config.title,
    inputMode: rows === null ? 'schema' : 'form',
    rows: rows ?? [],
    schemaText: jsonText(config.inputs),
    method: config.method,
    address: config.address,
    headers: headerRowsOf(config.headers),
    constants: config.constants.map(({ name, value }) => ({
      id: randomId(),
      name,
      type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes-no' : 'text',
      text: constantText(value),
    })),
    changes: config.changes,
    honoursKey: config.honoursKey,
    limitSeconds: String(config.limitSeconds),
    sayMeanwhile: config.sayMeanwhile,
    sayOnFailure: config.sayOnFailure,
    variables: config.variables.map((variable) => ({ id: randomId(), ...variable })),
    sampleInput: Object.keys(config.sampleInput).length === 0 ? '' : jsonText(config.sampleInput),
    sampleAnswer: config.sampleAnswer,
    runInSandbox: config.runInSandbox,
    pausesRecording: config.pausesRecording === true,
  };
}

/** As it would be saved. JSON that cannot be read stands as null, which the contract refuses. */
export function configOf(draft: ToolDraft): HttpToolConfig {
  return {
    schema: 1,
    kind: 'http',
    name: draft.name.trim(),
    purpose: draft.purpose.trim(),
    title: draft.title.trim(),
    inputs: inputsOf(draft) as HttpToolConfig['inputs'],
    method: draft.method,
    address: draft.address.trim(),
    headers: headersOf(draft.headers),
    constants: draft.constants.map(({ name, type, text }) => ({
      name: name.trim(),
      value: constantValue(type, text),
    })),
    changes: draft.changes,
    // A key is sent with what changes something alone.
    honoursKey: draft.changes && draft.honoursKey,
    limitSeconds: draft.limitSeconds.trim() === '' ? Number.NaN : Number(draft.limitSeconds),
    sayMeanwhile: draft.sayMeanwhile.trim(),
    sayOnFailure: draft.sayOnFailure.trim(),
    variables: draft.variables.map(({ name, path }) => ({ name: name.trim(), path: path.trim() })),
    sampleInput: sampleInputOf(draft) as HttpToolConfig['sampleInput'],
    sampleAnswer: draft.sampleAnswer,
    runInSandbox: draft.changes && draft.runInSandbox,
    ...(draft.pausesRecording && { pausesRecording: true }),
  };
}

export function headerRowsOf(headers: readonly ToolHeader[]): HeaderRow[] {
  return headers.map(({ name, value }) => ({
    id: randomId(),
    name,
    kind: value.kind,
    text: value.kind === 'text' ? value.text : value.prefix,
    secret: value.kind === 'text' ? '' : value.secret,
  }));
}

export function headersOf(rows: readonly HeaderRow[]): ToolHeader[] {
  return rows.map(({ name, kind, text, secret }) => ({
    name: name.trim(),
    value: kind === 'text' ? { kind, text } : { kind, prefix: text, secret },
  }));
}

/** The schema of the inputs; null where it is no JSON object. */
export function inputsOf({ inputMode, rows, schemaText }: ToolDraft): JsonObject | null {
  return inputMode === 'form' ? schemaOf(rows) : readObject(schemaText);
}

export function sampleInputOf({ sampleInput }: Pick<ToolDraft, 'sampleInput'>): JsonObject | null {
  return sampleInput.trim() === '' ? {} : readObject(sampleInput);
}

/** The other way of editing the inputs, with the same content; null where something of it would be lost. */
export function withInputMode(draft: ToolDraft, inputMode: ToolDraft['inputMode']): ToolDraft | null {
  if (inputMode === 'schema') {
    const names = draft.rows.map(({ label }) => label.trim());
    if (new Set(names).size < names.length) return null;
    return { ...draft, inputMode, schemaText: jsonText(schemaOf(draft.rows)) };
  }
  const rows = rowsOf(readObject(draft.schemaText));
  return rows === null ? null : { ...draft, inputMode, rows };
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

export function readObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function constantText(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}

function constantValue(type: ConstantType, text: string): string | number | boolean {
  if (type === 'yes-no') return text === 'yes';
  return type === 'number' ? (text.trim() === '' ? Number.NaN : Number(text)) : text;
}

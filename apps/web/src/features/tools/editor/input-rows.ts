import { asObject, asString, type JsonObject } from '../../../lib/parsing/json.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { FieldRow } from '../../../ui/field-row-item.tsx';

/** What an input of a tool is, in the words of the form. */
export const inputTypes = [
  { value: 'text', label: 'Text' },
  { value: 'whole-number', label: 'Whole number' },
  { value: 'number', label: 'Number' },
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'choice', label: 'Choice' },
  { value: 'date', label: 'Date' },
  { value: 'date-time', label: 'Date and time' },
  { value: 'texts', label: 'List of texts' },
] as const;

export type InputType = (typeof inputTypes)[number]['value'];

/** One input in the form; its id is of the row on the page, and is not saved. */
export type InputRow = FieldRow<InputType>;

export function newInputRow(): InputRow {
  return { id: randomId(), label: '', type: 'text', description: '', choices: [], required: true };
}

/** The JSON schema that the model is given. */
export function schemaOf(rows: readonly InputRow[]): JsonObject {
  const required = rows.filter((row) => row.required).map(({ label }) => label.trim());
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.label.trim(), propertyOf(row)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function propertyOf({ type, description, choices }: InputRow): JsonObject {
  return { ...typeFields(type, choices), ...(description.trim() === '' ? {} : { description }) };
}

function typeFields(type: InputType, choices: readonly string[]): JsonObject {
  switch (type) {
    case 'text':
      return { type: 'string' };
    case 'whole-number':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'yes-no':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: [...choices] };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'date-time':
      return { type: 'string', format: 'date-time' };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
  }
}

/** The rows of a schema; null where it says something that the form cannot show, which would be lost. */
export function rowsOf(schema: unknown): InputRow[] | null {
  const fields = asObject(schema);
  if (fields === null || fields.type !== 'object') return null;
  if (!hasOnly(fields, ['type', 'properties', 'required', 'additionalProperties'])) return null;
  const properties = asObject(fields.properties ?? {});
  const required = fields.required ?? [];
  if (properties === null || !isTexts(required)) return null;
  if (fields.additionalProperties !== undefined && fields.additionalProperties !== false) return null;
  if (required.some((name) => !Object.hasOwn(properties, name))) return null;
  const rows = Object.entries(properties).map(([name, property]) =>
    rowOf(name, asObject(property), required.includes(name)),
  );
  return rows.every((row) => row !== null) ? rows : null;
}

function rowOf(name: string, property: JsonObject | null, required: boolean): InputRow | null {
  if (property === null || !isOptionalText(property.description)) return null;
  const { description, ...rest } = property;
  const kind = typeOf(rest);
  if (kind === null) return null;
  return { id: randomId(), label: name, description: asString(description) ?? '', required, ...kind };
}

function typeOf(rest: JsonObject): Pick<InputRow, 'type' | 'choices'> | null {
  if (rest.type === 'string' && isTexts(rest.enum) && hasOnly(rest, ['type', 'enum']))
    return { type: 'choice', choices: [...rest.enum] };
  const type = inputTypes.find(
    ({ value }) => value !== 'choice' && isSame(typeFields(value, []), rest),
  )?.value;
  return type === undefined ? null : { type, choices: [] };
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return (
    hasOnly(other, Object.keys(one)) &&
    Object.entries(one).every(([name, value]) => JSON.stringify(other[name]) === JSON.stringify(value))
  );
}

function hasOnly(fields: JsonObject, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

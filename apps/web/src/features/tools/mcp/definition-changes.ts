import type { McpToolDefinition } from '@parley/contract';
import { asObject, type JsonObject } from '../../../lib/parsing/json.ts';

type Definition = Pick<McpToolDefinition, 'description' | 'inputSchema'>;

/** What a server says otherwise of a tool than when it was looked at, in sentences. */
export function definitionChanges(before: Definition, now: Definition): string[] {
  const [earlier, later] = [inputsOf(before.inputSchema), inputsOf(now.inputSchema)];
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const inputs = names.flatMap((name) => inputChange(name, earlier.get(name), later.get(name)));
  const isOtherwise = !isSame(before.inputSchema, now.inputSchema);
  return [
    ...(before.description === now.description ? [] : ['Its description is another one.']),
    ...inputs,
    ...(isOtherwise && inputs.length === 0 ? ['Its inputs are described otherwise.'] : []),
  ];
}

interface Input {
  property: unknown;
  required: boolean;
}

function inputsOf(schema: JsonObject): Map<string, Input> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Map(
    Object.entries(asObject(schema.properties) ?? {}).map(([name, property]) => [
      name,
      { property, required: required.includes(name) },
    ]),
  );
}

function inputChange(name: string, before: Input | undefined, now: Input | undefined): string[] {
  if (before === undefined)
    return [`The input “${name}” was added${now?.required === true ? ' and is required' : ''}.`];
  if (now === undefined) return [`The input “${name}” was removed.`];
  return [
    ...(isSame(before.property, now.property) ? [] : [`The input “${name}” is described otherwise.`]),
    ...(before.required === now.required
      ? []
      : [`The input “${name}” is ${now.required ? 'required now' : 'no longer required'}.`]),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The order of fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  const fields = asObject(value);
  if (fields === null) return value;
  return Object.fromEntries(
    Object.entries(fields)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

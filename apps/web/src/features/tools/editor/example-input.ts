import { asObject, type JsonObject } from '../../../lib/parsing/json.ts';

/** Something for each input of a schema, for whoever writes the first sample. */
export function exampleInput(schema: JsonObject | null): JsonObject {
  const properties = asObject(schema?.properties) ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, exampleOf(asObject(each))]),
  );
}

function exampleOf(property: JsonObject | null): unknown {
  if (Array.isArray(property?.enum)) return property.enum[0] ?? '';
  switch (property?.type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return property?.format === 'date' ? '2026-10-13' : '';
  }
}

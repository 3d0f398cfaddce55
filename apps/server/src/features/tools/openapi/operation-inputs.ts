import { type HttpMethod, isObject, type ToolHeader } from '@parley/contract';
import type { Json } from './document.ts';
import { exampleOf, plainSchema, requiredOf } from './schemas.ts';

export interface OperationParts {
  readonly path: string;
  readonly item: Json;
  readonly operation: Json;
  readonly method: HttpMethod;
  readonly resolve: (value: unknown) => unknown;
}

export type OperationInputs =
  | {
      readonly ok: true;
      /** With what the method does not send behind the question mark by itself. */
      readonly path: string;
      readonly schema: Json;
      readonly sample: Json;
      readonly headers: readonly ToolHeader[];
      /** It takes the key of a request, which is sent by itself. */
      readonly honoursKey: boolean;
    }
  | { readonly ok: false; readonly problem: string };

interface Input {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly example: unknown;
}

/** Everything that the operation wants to be told becomes one object: parts of the path, of the query and of the body. */
export function inputsOf({ path, item, operation, method, resolve }: OperationParts): OperationInputs {
  const parameters = parametersOf(item, operation, resolve);
  const inputs: Input[] = [];
  const headers: ToolHeader[] = [];
  const query: string[] = [];
  let honoursKey = false;
  for (const parameter of parameters) {
    const { name, in: place, required } = parameter;
    if (typeof name !== 'string') continue;
    if (place === 'header' && /^idempotency-key$/i.test(name)) {
      honoursKey = true;
      continue;
    }
    if (place === 'cookie' && required === true) return { ok: false, problem: 'It wants a cookie.' };
    if (place === 'header' && required === true && !/^(?:accept|content-type|authorization)$/i.test(name))
      headers.push({ name, value: { kind: 'text', text: textExample(parameter, resolve) } });
    if (place !== 'path' && place !== 'query') continue;
    const schema = resolve(parameter.schema);
    const described = typeof parameter.description === 'string' && { description: parameter.description };
    inputs.push({
      name,
      schema: plainSchema({ ...(isObject(schema) ? schema : { type: 'string' }), ...described }, resolve),
      required: place === 'path' || required === true,
      example: exampleOf(parameter, schema),
    });
    if (place === 'query') query.push(name);
  }
  const body = bodyOf(operation, resolve);
  if (typeof body === 'string') return { ok: false, problem: body };
  const all = [...inputs, ...body];
  const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index);
  if (twice) return { ok: false, problem: `Two of its inputs are called "${twice.name}".` };
  const sendsBody = method !== 'GET' && method !== 'DELETE';
  const behind = sendsBody ? query.map((name) => `${encodeURIComponent(name)}={${name}}`).join('&') : '';
  return {
    ok: true,
    path: behind === '' ? path : `${path}?${behind}`,
    headers,
    honoursKey,
    schema: {
      type: 'object',
      properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
      required: all.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    },
    sample: Object.fromEntries(
      all.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]),
    ),
  };
}

/** Those of the operation take the place of those of its path. */
function parametersOf(item: Json, operation: Json, resolve: (value: unknown) => unknown): Json[] {
  const found = new Map<string, Json>();
  for (const listed of [item.parameters, operation.parameters])
    for (const each of Array.isArray(listed) ? listed : []) {
      const parameter = resolve(each);
      if (isObject(parameter)) found.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
    }
  return [...found.values()];
}

/** The inputs of the body, or why they cannot be given. */
function bodyOf(operation: Json, resolve: (value: unknown) => unknown): Input[] | string {
  const body = resolve(operation.requestBody);
  if (!isObject(body)) return [];
  const content = isObject(body.content) ? body.content : {};
  const [, media] =
    Object.entries(content).find(([type]) => /^application\/(?:.*\+)?json\b/i.test(type)) ?? [];
  if (!isObject(media)) return body.required === true ? 'Its body is no JSON.' : [];
  const schema = plainSchema(media.schema, resolve);
  if (!isObject(schema.properties)) return 'Its body is no object with fields that are described.';
  const required = new Set(requiredOf(schema));
  const example = exampleOf(media, resolve(media.schema));
  const resolved = resolve(media.schema);
  const properties = isObject(resolved) && isObject(resolved.properties) ? resolved.properties : {};
  return Object.entries(schema.properties).map(([name, each]) => ({
    name,
    schema: each as Json,
    required: required.has(name),
    example:
      isObject(example) && name in example ? example[name] : exampleOf(null, resolve(properties[name])),
  }));
}

function textExample(parameter: Json, resolve: (value: unknown) => unknown): string {
  const example = exampleOf(parameter, resolve(parameter.schema));
  return typeof example === 'string' || typeof example === 'number' ? String(example) : '';
}

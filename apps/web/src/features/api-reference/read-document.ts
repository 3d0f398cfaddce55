import { asNumber, asObject, asString, type JsonObject } from '../../lib/parsing/json.ts';
import { notesOf, type SchemaRow, schemaRows, typeOf } from './schema-rows.ts';

export interface Failure {
  status: number;
  code: string;
  meaning: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** A permission, or in words what it needs instead. */
  needs: string;
  isPublic: boolean;
  parameters: (SchemaRow & { place: string })[];
  body: { rows: SchemaRow[]; example: unknown } | null;
  answer: { rows: SchemaRow[]; example: unknown };
  failures: Failure[];
}

export interface Group {
  title: string;
  operations: Operation[];
}

/** The document that the server makes of its routes, as the page shows it; null for anything else. */
export function readDocument(document: unknown): Group[] | null {
  const root = asObject(document);
  const paths = asObject(root?.paths);
  if (root === null || paths === null) return null;
  const meanings = asObject(root['x-error-codes']) ?? {};
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, value] of Object.entries(asObject(methods) ?? {})) {
      const fields = asObject(value);
      if (fields === null) continue;
      const title = asString(listOf(fields.tags)[0]) ?? 'Others';
      const operation = operationOf(method.toUpperCase(), path, fields, meanings);
      groups.set(title, [...(groups.get(title) ?? []), operation]);
    }
  return [...groups]
    .map(([title, operations]) => ({ title, operations }))
    .toSorted((one, other) => rank(one.title) - rank(other.title) || (one.title < other.title ? -1 : 1));
}

/** What programs are mostly for stands first. */
const rank = (title: string) => (title === 'Calls' ? 0 : title === 'Server' ? 2 : 1);

function operationOf(method: string, path: string, fields: JsonObject, meanings: JsonObject): Operation {
  const body = contentOf(fields.requestBody);
  const responses = Object.entries(asObject(fields.responses) ?? {});
  const security = listOf(fields.security).map((each) => listOf(asObject(each)?.bearer));
  const permission = asString(security[0]?.[0]);
  return {
    ...{ method, path, summary: asString(fields.summary) ?? '', id: asString(fields.operationId) ?? path },
    needs: permission ?? (security.length === 0 ? 'nothing: it is public' : 'a signed-in person, not a key'),
    isPublic: security.length === 0,
    parameters: listOf(fields.parameters).flatMap((each) => {
      const parameter = asObject(each);
      return parameter === null ? [] : [parameterOf(parameter)];
    }),
    body: body && { rows: schemaRows(body.schema), example: body.example },
    answer: answerOf(responses.find(([status]) => status === '200')?.[1]),
    failures: responses
      .filter(([status]) => status !== '200')
      .flatMap(([status, response]) => failuresOf(Number(status), response, meanings)),
  };
}

export function parameterOf(parameter: JsonObject): Operation['parameters'][number] {
  const { schema } = parameter;
  const notes = notesOf(schema);
  const limits = notes === '' ? '' : `${notes.charAt(0).toUpperCase()}${notes.slice(1)}.`;
  const said = [asString(parameter.description) ?? '', limits];
  return {
    name: asString(parameter.name) ?? '',
    place: asString(parameter.in) ?? '',
    type: typeOf(schema),
    required: parameter.required === true,
    notes: said.filter((each) => each !== '').join(' '),
  };
}

function answerOf(response: unknown): Operation['answer'] {
  const content = contentOf(response);
  return { rows: schemaRows(content?.schema), example: content?.example };
}

export function contentOf(value: unknown): { schema: unknown; example: unknown } | null {
  const [content] = Object.values(asObject(asObject(value)?.content) ?? {});
  const fields = asObject(content);
  return fields && { schema: fields.schema, example: fields.example };
}

function failuresOf(status: number, response: unknown, meanings: JsonObject): Failure[] {
  const codes = (asString(asObject(response)?.description) ?? '').split(', ').filter((code) => code !== '');
  return codes.map((code) => {
    const known = asObject(meanings[code]);
    return { status: asNumber(known?.status) ?? status, code, meaning: asString(known?.meaning) ?? '' };
  });
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Those in which every typed word is found: in method, path, summary, permission or codes. */
export function foundOperations(groups: readonly Group[], search: string): Group[] {
  return groups
    .map(({ title, operations }) => ({
      title,
      operations: operations.filter(({ id, method, path, summary, needs, failures }) =>
        hasWords([title, id, method, path, summary, needs, ...failures.map(({ code }) => code)], search),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);
}

export function hasWords(texts: readonly string[], search: string): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** As somebody would type it into a shell. */
export function curlOf({ method, path, body, parameters, isPublic }: Operation, origin: string): string {
  const wantsKey = parameters.some(({ name }) => name === 'idempotency-key');
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${path}'`,
    ...(isPublic ? [] : [`-H "Authorization: Bearer $PARLEY_KEY"`]),
    ...(wantsKey ? [`-H 'Idempotency-Key: appointment-4711'`] : []),
    ...(body === null
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body.example ?? {}).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
}

import { asObject, asString } from '../../lib/parsing/json.ts';
import { contentOf, hasWords, listOf, type Operation, parameterOf } from './read-document.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

/** What endpoints of webhooks are sent. */
export interface SentEvent {
  type: string;
  summary: string;
  headers: Operation['parameters'];
  rows: SchemaRow[];
  example: unknown;
  /** What the endpoint may answer, and what it says with that. */
  answers: { status: string; meaning: string }[];
}

/** The part `webhooks` of the document, in its order. */
export function readEvents(document: unknown): SentEvent[] {
  return Object.entries(asObject(asObject(document)?.webhooks) ?? {}).flatMap(([type, methods]) => {
    const fields = asObject(asObject(methods)?.post);
    if (fields === null) return [];
    const body = contentOf(fields.requestBody);
    return [
      {
        ...{ type, summary: asString(fields.summary) ?? '' },
        headers: listOf(fields.parameters).flatMap((each) => {
          const header = asObject(each);
          return header === null ? [] : [parameterOf(header)];
        }),
        ...{ rows: schemaRows(body?.schema), example: body?.example },
        answers: Object.entries(asObject(fields.responses) ?? {}).map(([status, response]) => ({
          ...{ status, meaning: asString(asObject(response)?.description) ?? '' },
        })),
      },
    ];
  });
}

/** Those in which every typed word is found: in type, summary or the names of fields. */
export function foundEvents(events: readonly SentEvent[], search: string): SentEvent[] {
  return events.filter(({ type, summary, rows }) =>
    hasWords(['webhook event', type, summary, ...rows.map(({ name }) => name)], search),
  );
}

import type { Paging } from '../src/list-request.ts';
import type { JsonSchema } from './json-schema.ts';

/** What the next page of a list is asked with. */
const cursors = ['after', 'afterId', 'before'];

/** Lists without a cursor in their answer: the next page begins after this field of the last item. */
const lastItem: Readonly<Record<string, string>> = {
  listAgentVersions: 'version',
  listRecipients: 'row',
  exportCampaignResults: 'row',
};

const nextFields: Readonly<Record<string, readonly string[]>> = {
  // A search that stopped for time goes on where it was.
  searchCalls: ['next', 'older'],
};

/** How a list is read to its end; null for what is no list of pages. */
export function pagingOf(name: string, query: JsonSchema | null, response: JsonSchema): Paging | null {
  const after = cursors.find((each) => query?.properties?.[each] !== undefined);
  if (after === undefined) return null;
  const fields = Object.entries(response.properties ?? {});
  const items = fields.find(([, { type }]) => type === 'array')?.[0];
  const last = lastItem[name];
  const next = nextFields[name] ?? ['nextCursor'];
  const isTold = last === undefined ? next.every((field) => response.properties?.[field]) : true;
  if (items === undefined || !isTold) throw new Error(`How ${name} is read page by page is not known.`);
  return last === undefined ? { items, after, next } : { items, after, last };
}

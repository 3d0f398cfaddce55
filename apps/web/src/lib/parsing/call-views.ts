import type { CallView } from '@parley/contract';
import { asNumber, asObject, asString, parseList } from './json.ts';

export function parseViews(body: unknown): CallView[] | undefined {
  const views = asObject(body)?.views;
  return Array.isArray(views) ? parseList(views, 'saved view', parseView) : undefined;
}

function parseView(value: unknown): CallView | null {
  const fields = asObject(value);
  const filters = asObject(fields?.filters);
  const values = asObject(filters?.values);
  const [id, name] = [asString(fields?.id), asString(fields?.name)];
  if (id === null || name === null || values === null) return null;
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    id,
    name,
    filters: { version: asNumber(filters?.version) ?? 0, values: Object.fromEntries(texts) },
  };
}

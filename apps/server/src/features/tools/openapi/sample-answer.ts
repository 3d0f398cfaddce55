import { isObject } from '@parley/contract';
import type { Json } from './document.ts';
import { exampleOf } from './schemas.ts';

/** An example of a good answer, as JSON; empty where the document has none. */
export function sampleAnswerOf({ responses }: Json, resolve: (value: unknown) => unknown): string {
  if (!isObject(responses)) return '';
  const [, good] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? [];
  const response = resolve(good);
  const content = isObject(response) && isObject(response.content) ? response.content : {};
  const [, media] = Object.entries(content).find(([type]) => /json/i.test(type)) ?? [];
  if (!isObject(media)) return '';
  const example = exampleOf(media, resolve(media.schema));
  const text = example === undefined ? '' : JSON.stringify(example);
  // As JSON writes what cannot be stored.
  return /\\u(?:0000|d[89a-f])/i.test(text) ? '' : text;
}

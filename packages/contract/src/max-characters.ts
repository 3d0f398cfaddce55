import * as z from 'zod/mini';
import { characterCount } from './character-count.ts';

/** The limit of a text that somebody types, counted as the page counts it. */
export function maxCharacters(max: number, sentence: string) {
  const check = z.refine<string>((text) => characterCount(text) <= max, sentence);
  // So that the description of the API says it too.
  check._zod.onattach.push((schema) => {
    schema._zod.bag.maximum = max;
  });
  return check;
}

import * as z from 'zod/mini';
import { maxCharacters } from '../max-characters.ts';
import { agentLimits } from './limits.ts';

/** The shapes of a draft: loose, so that it can be saved while somebody types, but nothing is huge. */
export const text = z
  .string('This must be a text.')
  .check(
    maxCharacters(
      agentLimits.draftTextMax,
      `A text may have at most ${agentLimits.draftTextMax} characters.`,
    ),
  );

export const onOff = z.boolean('This is on or off: true or false.');
export const amount = z.number('This must be a number.');

export function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `Choose one of these: ${values.join(', ')}.`);
}

export function draftList<Item extends z.ZodMiniType>(item: Item) {
  return z
    .array(item, 'This must be a list.')
    .check(
      z.maxLength(agentLimits.draftListMax, `A list may have at most ${agentLimits.draftListMax} entries.`),
    );
}

/** Of an item of a list: stays the same when everything else of it changes. */
export const itemId = z
  .string('This must be a text.')
  .check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'An entry needs an id of letters, digits and hyphens.'));

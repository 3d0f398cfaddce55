import { nameKey } from '@parley/contract';

/** Control characters, and marks that turn the direction of whatever is shown behind the name. */
const unwanted = /[^\P{Cc}\s]|[\u202A-\u202E\u2066-\u2069]/gu;

/** A name as it is stored: on one line, and nothing in it that changes the text around it. Empty: nobody would see it. */
export function tidyName(typed: string): string {
  const name = typed.replace(unwanted, '').replace(/\s+/g, ' ').trim();
  return nameKey(name) === '' ? '' : name;
}

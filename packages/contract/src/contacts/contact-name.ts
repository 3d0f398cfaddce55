import * as z from 'zod/mini';
import { isBlank } from '../agent-config/checks/check.ts';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';

export const contactName = z.string('Enter a name.').check(
  z.refine((text) => !isBlank(text), 'Enter a name.'),
  maxCharacters(limits.contactNameMax, `A name may have at most ${limits.contactNameMax} characters.`),
);

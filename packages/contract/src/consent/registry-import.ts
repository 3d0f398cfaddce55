import * as z from 'zod/mini';
import { doNotCallRowError } from '../do-not-call/entry.ts';
import { limits } from '../limits.ts';
import { countryCodes } from '../organization/regions.ts';
import { consentRules } from './rules.ts';

/** Some rows of a registry. They can be sent again; the registry counts when its last rows are there. */
export const importRegistryBody = z.object({
  /** Chosen by whoever sends it, the same for all rows of a file. */
  id: z.uuid('The import has no id.'),
  fileName: z.string().check(z.minLength(1, 'The file has no name.'), z.maxLength(200)),
  dated: z.iso.date('Enter the date of the register.'),
  country: z.nullable(
    z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose a country of the list.')),
  ),
  rows: z
    .array(
      z.object({
        row: z.int().check(z.minimum(1), z.maximum(10_000_000)),
        number: z.string().check(z.maxLength(200)),
      }),
    )
    .check(z.minLength(1, 'There are no rows.'), z.maxLength(limits.doNotCallImportRowsMax)),
  /** These are the last rows: from now on this registry counts, and the one before is removed. */
  last: z.boolean(),
});
export type ImportRegistryBody = z.infer<typeof importRegistryBody>;
export const importRegistryResponse = z.object({
  added: z.int(),
  /** More than once in the file. */
  present: z.int(),
  refused: z.array(doNotCallRowError),
  rules: consentRules,
});
export type ImportedRegistry = z.infer<typeof importRegistryResponse>;

export const emptyRegistrySentence =
  'No row of this file has a phone number. Check the column and the country of the numbers.';
export const tooManyInRegistrySentence = `A register may have at most ${limits.registryNumbersMax.toLocaleString('en-US')} numbers.`;

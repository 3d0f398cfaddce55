import * as z from 'zod/mini';
import { callFilterNames } from '../call-search/filter-names.ts';
import { callFilters } from '../call-search/filters.ts';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';

const nameSentence = 'A view needs a name.';

/**
 * What a view filters by, as it stands in the address of the call list: the text of each parameter. `version` counts
 * changes of what a parameter means.
 */
export const viewFilters = z.object({ version: z.int(), values: z.record(z.string(), z.string()) });
export type ViewFilters = z.infer<typeof viewFilters>;

export const viewFiltersVersion = 1;

/** What is saved is checked as a search is; what was saved by another release is shown as it is. */
const savedFilters = z.object({
  version: z.literal(viewFiltersVersion),
  values: z.record(z.string(), z.string()).check(({ value, issues }) => {
    const sentence = faultOf(value);
    if (sentence !== null) issues.push({ code: 'custom', message: sentence, input: value });
  }),
});

function faultOf(values: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(values);
  if (names.length === 0) return 'A view needs a search or a filter.';
  const unknown = names.find((name) => !(callFilterNames as readonly string[]).includes(name));
  if (unknown !== undefined) return 'A view has the filters of calls, and no others.';
  if (JSON.stringify(values).length > limits.viewFiltersMax)
    return 'These filters are too long to be saved. Remove some of them.';
  return z.safeParse(callFilters, values).error?.issues[0]?.message ?? null;
}

/** What somebody searches and filters the call list by, with a name. It is seen by whoever saved it, and by nobody else. */
export const callView = z.object({ id: z.uuid(), name: z.string(), filters: viewFilters });
export type CallView = z.infer<typeof callView>;

const name = z.string(nameSentence).check(
  z.refine((text) => text.trim().length > 0, nameSentence),
  maxCharacters(limits.viewNameMax, `The name of a view may have at most ${limits.viewNameMax} characters.`),
);

export const createViewBody = z.object({ name, filters: savedFilters });
export type CreateViewBody = z.infer<typeof createViewBody>;

/** What is left out stays as it is. */
export const changeViewBody = z
  .object({ name: z.optional(name), filters: z.optional(savedFilters) })
  .check(
    z.refine(
      (body) => body.name !== undefined || body.filters !== undefined,
      'Send a name, filters or both.',
    ),
  );
export type ChangeViewBody = z.infer<typeof changeViewBody>;

export const viewsResponse = z.object({ views: z.array(callView) });
export const viewResponse = z.object({ view: callView });

export const tooManyViewsSentence = `You have ${limits.viewsMax} saved views, which is the most. Delete one first.`;

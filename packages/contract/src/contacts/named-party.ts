import * as z from 'zod/mini';

/** Whose number it is, as it is shown beside the number. `id` is null where the number is shared and nobody chose one. */
export const namedParty = z.object({
  id: z.nullable(z.uuid()),
  name: z.string(),
  /** How many more people share the number; 0 where one of them was chosen. */
  others: z.int(),
});
export type NamedParty = z.infer<typeof namedParty>;

export const contactOfNumber = z.object({ id: z.uuid(), name: z.string() });
export type ContactOfNumber = z.infer<typeof contactOfNumber>;

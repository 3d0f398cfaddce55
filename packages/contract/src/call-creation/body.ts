import * as z from 'zod/mini';
import { externalId, placeCallBody } from '../calls.ts';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';

const valueSentence = `A value may have at most ${limits.instructionsMax} characters.`;
export const messageOrTemplateSentence = 'Send either a message or a template, and not both.';

/** What other software asks for when it places a call. What it is said to do is a text, or a template with its values. */
export const createCallBody = z
  .object({
    agentId: z.string('Name the agent by its agentId.').check(z.maxLength(200)),
    phoneNumber: placeCallBody.shape.phoneNumber,
    message: z.optional(placeCallBody.shape.message),
    template: z.optional(
      z.object({
        id: z.uuid('A template is named by its id.'),
        /** By the names of its placeholders; where one is missing, the default of the template counts. */
        values: z._default(
          z.record(
            z.string(),
            z.string(valueSentence).check(maxCharacters(limits.instructionsMax, valueSentence)),
          ),
          {},
        ),
      }),
    ),
    contactId: placeCallBody.shape.contactId,
    contactName: placeCallBody.shape.contactName,
    externalId: z.optional(externalId),
  })
  .check(
    z.refine(
      ({ message, template }) => (message === undefined) !== (template === undefined),
      messageOrTemplateSentence,
    ),
  );
export type CreateCallBody = z.input<typeof createCallBody>;

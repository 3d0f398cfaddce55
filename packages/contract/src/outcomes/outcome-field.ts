import * as z from 'zod/mini';
import { choice, draftList, itemId, onOff, text } from '../agent-config/draft-shapes.ts';

/** The types of an outcome field, as screens call them. */
export const outcomeFieldTypes = {
  yes_no: 'Yes or no',
  choice: 'Choice',
  text: 'Text',
  number: 'Number',
  date: 'Date',
  time: 'Time',
} as const;
export type OutcomeFieldType = keyof typeof outcomeFieldTypes;

const typeNames = Object.keys(outcomeFieldTypes) as [OutcomeFieldType, ...OutcomeFieldType[]];

export const outcomeFieldType = choice(typeNames);

/** What is to be read from a call. The schema is loose while somebody types; `checkOutcomeFields` says what publishing needs. */
export const outcomeField = z.object({
  id: itemId,
  label: text,
  type: outcomeFieldType,
  /** When it is yes, what counts. */
  description: text,
  /** Of a field of the type `choice`; those of others are kept for when the type changes back. */
  choices: draftList(text),
  required: onOff,
});
export type OutcomeField = z.infer<typeof outcomeField>;

import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

const input = z.object({
  question: z.string().trim().min(1).max(400).describe('What they wanted to know, as a full question.'),
  entries: z
    .array(z.int().min(1).max(1_000))
    .max(20)
    .describe(
      'The numbers of the entries that your answer rests on; empty if no entry answers the question.',
    ),
});

/** For the desk: which entries of the prompt an answer rests on, and which question none of them answers. */
export const citeKnowledge = defineTool({
  name: 'cite_knowledge',
  description:
    'Note for the desk which entries of what you know answer a question. Say the answer in the same turn.',
  guidance:
    'cite_knowledge notes which numbered entries your answer rests on, or that none does. Use it once for each question about the organization, in the same turn as the answer, never instead of it. Never say the numbers aloud.',
  schema: schemaOf(input),
  changes: false,
  isOfferedOn: ({ knowledge }) => knowledge === 'in prompt',
  work: {
    by: 'session',
    action: ({ question, entries }) => ({
      kind: 'citeKnowledge',
      question: String(question),
      numbers: entries as readonly number[],
    }),
  },
});

import * as z from 'zod';
import type { KnowledgeEntry, KnowledgeQuestions, KnowledgeSearch } from '../../ports/knowledge.ts';
import type { Log } from '../../ports/log.ts';
import { vocabularyOf } from '../knowledge/vocabulary.ts';
import { schemaOf } from './tool-schema.ts';
import { defineTool, type VoiceTool } from './voice-tool.ts';

export interface LookUpDeps {
  readonly search: KnowledgeSearch;
  readonly questions: KnowledgeQuestions;
  readonly now: () => Date;
  readonly log: Log;
}

/** A question on the phone is a sentence; the rest of a long one finds nothing better. */
const questionCharactersMax = 400;
/** Half of what a model gets to read of an answer, for three entries. */
const entryCharactersMax = 2_400;

/** Finds entries of the agent's knowledge, where it is too long for the prompt. */
export function createLookUp({ search, questions, now, log }: LookUpDeps): VoiceTool {
  return defineTool({
    name: 'look_up',
    description:
      'Find what you know about a question of the other party. Answers with up to three entries, the best first, or with none.',
    guidance:
      'look_up finds what you know. Use it before you answer any question about the organization, in the language of its titles and with all words that matter. Say nothing while you wait.',
    schema: schemaOf(
      z.object({
        question: z
          .string()
          .trim()
          .min(1)
          .max(questionCharactersMax)
          .describe('What they want to know, as a full question.'),
      }),
    ),
    changes: false,
    findsKnowledge: true,
    isOfferedOn: ({ knowledge }) => knowledge === 'look up',
    work: {
      by: 'runner',
      limitMs: 3_000,
      run: async ({ call, brief, input }) => {
        const question = String(input.question);
        if (!brief.knowledge) return { status: 'done', detail: nothingFound };
        const corrected = (await vocabularyOf(brief.knowledge)).corrected(question);
        const entries = await search.find(call.tenantId, brief.knowledge, corrected);
        // Not waited for: the other party would wait too.
        void questions
          .add(call, { question, entries, at: now() })
          .catch((err: unknown) =>
            log.warn(
              { err, callId: call.callId },
              'question of a call could not be stored; the page of the call does not show it',
            ),
          );
        return { status: 'done', detail: entries.length === 0 ? nothingFound : foundText(entries) };
      },
    },
  });
}

const nothingFound =
  'Nothing was found: you do not know this. Say so, and that the desk will get back to them.';

/** As JSON, so that an entry cannot pass for anything else. */
function foundText(entries: readonly KnowledgeEntry[]): string {
  return JSON.stringify({
    entries: entries.map(({ title, text }) => ({
      title,
      text: text.slice(0, entryCharactersMax).toWellFormed(),
    })),
  });
}

import { AppError } from '../../errors.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { KnowledgeQuestions } from '../../ports/knowledge.ts';

export type KnowledgeEndpoints = Pick<Endpoints, 'listUnansweredQuestions' | 'dismissUnansweredQuestion'>;

/** More than anybody answers in one go. */
const listed = 100;

export function knowledgeEndpoints(questions: KnowledgeQuestions): KnowledgeEndpoints {
  return {
    listUnansweredQuestions: async ({ caller, params }) => {
      // One more than shown tells whether there are others.
      const found = await questions.unanswered(caller.tenantId, params.agentId, listed + 1);
      return { questions: found.slice(0, listed), hasMore: found.length > listed };
    },

    dismissUnansweredQuestion: async ({ caller, params }) => {
      const gone = await questions.dismiss(caller.tenantId, params.agentId, params.id, caller.userId);
      if (!gone) throw new AppError('question_not_found', 'This question is no longer listed.');
      return { deleted: true };
    },
  };
}

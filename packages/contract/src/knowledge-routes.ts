import * as z from 'zod/mini';
import { deletedResponse } from './calls.ts';
import { unansweredQuestionsResponse } from './knowledge.ts';
import type { Route } from './route.ts';

const param = z.string().check(z.maxLength(200));

export const knowledgeRoutes = {
  listUnansweredQuestions: {
    method: 'GET',
    path: '/api/agents/:agentId/unanswered-questions',
    guard: 'bearer',
    // What people have asked on calls.
    permission: 'calls.read',
    summary: 'What was asked on calls of an agent without an entry of its knowledge that answers it.',
    params: z.object({ agentId: param }),
    response: unansweredQuestionsResponse,
    errors: [],
  },
  dismissUnansweredQuestion: {
    method: 'DELETE',
    path: '/api/agents/:agentId/unanswered-questions/:id',
    guard: 'bearer',
    permission: 'agents.write',
    summary: 'Take a question off the list, because it was answered or needs no answer.',
    params: z.object({ agentId: param, id: param }),
    response: deletedResponse,
    errors: ['question_not_found'],
  },
} as const satisfies Record<string, Route>;

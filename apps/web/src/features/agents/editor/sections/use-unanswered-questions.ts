import { knowledgeRoutes, unansweredQuestionsResponse } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api-context.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';

/** Nothing for those who may not read calls. */
export function useUnansweredQuestions(agentId: string) {
  const api = useApi();
  const enabled = useMay()(knowledgeRoutes.listUnansweredQuestions.permission);
  return useQuery({
    queryKey: queryKeys.questions(agentId),
    enabled,
    queryFn: ({ signal }) =>
      api.get(knowledgeRoutes.listUnansweredQuestions, parseQuestions, { params: { agentId }, signal }),
  });
}

function parseQuestions(body: unknown) {
  return unansweredQuestionsResponse.safeParse(body).data;
}

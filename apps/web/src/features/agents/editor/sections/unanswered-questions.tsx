import { knowledgeRoutes, type UnansweredQuestion } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useInFlight, useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Instant } from '../../../../ui/instant.tsx';
import { SectionCard } from '../section-card.tsx';
import { useUnansweredQuestions } from './use-unanswered-questions.ts';

interface UnansweredQuestionsProps {
  agentId: string;
  /** Begins an entry for the question; null for those who may not change the agent. */
  onAnswer: ((question: string) => void) | null;
}

const lockOf = ({ id }: UnansweredQuestion) => `question:${id}`;

/** What callers asked and the agent had no entry for. Nothing is shown while there is nothing. */
export function UnansweredQuestions({ agentId, onAnswer }: UnansweredQuestionsProps) {
  const api = useApi();
  const client = useQueryClient();
  const inFlight = useInFlight();
  const mayDismiss = useMay()(knowledgeRoutes.dismissUnansweredQuestion.permission) && onAnswer !== null;
  const { data } = useUnansweredQuestions(agentId);
  const { send: dismiss } = useSend({
    name: 'dismiss-question',
    lock: lockOf,
    act: ({ id }: UnansweredQuestion) =>
      api.send(knowledgeRoutes.dismissUnansweredQuestion, { params: { agentId, id } }),
    onDone: () => client.invalidateQueries({ queryKey: queryKeys.questions(agentId) }),
    onFailed: (failure) => toast.error(sentenceOf(failure)),
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <SectionCard
      title="Questions without an Answer"
      subtitle="Asked on calls, and no entry answered them. The latest first."
    >
      <ul aria-label="Questions without an answer" className="-mx-5 -mb-5 border-t">
        {data.map((question) => (
          <li
            key={question.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2.5 pr-3 pl-5 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere font-medium">{question.question}</p>
              <p className="text-ink-3 text-sm">
                {question.calls === 1 ? 'In one call, ' : `In ${question.calls} calls, last `}
                <Instant at={question.lastAskedAt} />
              </p>
            </div>
            {onAnswer !== null && mayDismiss && (
              <div className="flex items-center gap-1">
                <Button
                  onClick={() => {
                    onAnswer(question.question);
                    dismiss(question);
                  }}
                >
                  <Plus aria-hidden="true" className="size-4" />
                  Add an Answer
                </Button>
                <IconButton
                  icon={Check}
                  label={`Needs no answer: ${question.question}`}
                  disabled={inFlight.has(lockOf(question))}
                  onClick={() => dismiss(question)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

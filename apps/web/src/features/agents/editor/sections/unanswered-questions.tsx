import { knowledgeRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useInFlight, useRetry, useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Instant } from '../../../../ui/instant.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { useEditor } from '../editor-context.ts';
import { SectionCard } from '../section-card.tsx';
import { type OpenQuestion, openQuestions } from './open-questions.ts';
import { useUnansweredQuestions } from './use-unanswered-questions.ts';

interface UnansweredQuestionsProps {
  /** Opens the entry for the question, new or not; null for those who may not change the agent. */
  onAnswer: ((question: OpenQuestion) => void) | null;
}

const lockOf = ({ id }: OpenQuestion) => `question:${id}`;

function useOpenQuestions() {
  const { agentId, config, published } = useEditor();
  const query = useUnansweredQuestions(agentId);
  const questions =
    query.data && openQuestions(query.data.questions, { entries: config.knowledge.entries, published });
  return { query, questions };
}

/** Where the list is not shown: that there is nothing in it, or not yet. Nothing for those who may not read calls. */
export function QuestionsNote() {
  const isPermitted = useMay()(knowledgeRoutes.listUnansweredQuestions.permission);
  const { query, questions } = useOpenQuestions();
  if (!isPermitted || query.error !== null || (questions?.length ?? 0) > 0) return null;
  return (
    <p className="text-ink-3 text-sm">
      {questions === undefined
        ? 'Loading questions from calls...'
        : 'No question from calls is without an answer.'}
    </p>
  );
}

/** What callers asked and the agent had no entry for. Takes no room before it is known that there is something. */
export function UnansweredQuestions({ onAnswer }: UnansweredQuestionsProps) {
  const { agentId } = useEditor();
  const { query, questions } = useOpenQuestions();
  const retry = useRetry(query.refetch);
  if (questions === undefined ? query.error === null : questions.length === 0) return null;
  return (
    <SectionCard
      title="Questions without an Answer"
      subtitle="Asked on calls, and no entry answered them. The latest first."
    >
      {questions === undefined ? (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading questions..."
          failed="Failed to load the questions"
        />
      ) : (
        <ul aria-label="Questions without an answer" className="-mx-5 -mb-5 border-t">
          {questions.map((question) => (
            <QuestionItem key={question.id} agentId={agentId} question={question} onAnswer={onAnswer} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

interface QuestionItemProps extends UnansweredQuestionsProps {
  agentId: string;
  question: OpenQuestion;
}

function QuestionItem({ agentId, question, onAnswer }: QuestionItemProps) {
  const api = useApi();
  const client = useQueryClient();
  const inFlight = useInFlight();
  const mayDismiss = useMay()(knowledgeRoutes.dismissUnansweredQuestion.permission);
  const { send: dismiss } = useSend({
    name: 'dismiss-question',
    lock: lockOf,
    act: ({ id }: OpenQuestion) =>
      api.send(knowledgeRoutes.dismissUnansweredQuestion, { params: { agentId, id } }),
    onDone: () => client.invalidateQueries({ queryKey: queryKeys.questions(agentId) }),
    onFailed: (failure) => toast.error(sentenceOf(failure)),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2.5 pr-3 pl-5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-medium">{question.question}</p>
        <p className="text-ink-3 text-sm">
          {question.calls === 1 ? 'In one call, ' : `In ${question.calls} calls, last `}
          <Instant at={question.lastAskedAt} />
          {question.isAskedAgain && '. Its entry was not found.'}
        </p>
      </div>
      {onAnswer !== null && mayDismiss && (
        <div className="flex items-center gap-1">
          <Button onClick={() => onAnswer(question)}>
            {!question.isAskedAgain && <Plus aria-hidden="true" className="size-4" />}
            {question.isAskedAgain ? 'Change the Answer' : 'Add an Answer'}
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
  );
}

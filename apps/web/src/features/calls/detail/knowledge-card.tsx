import { useId } from 'react';
import type { KnowledgeQuestion } from '../../../lib/parsing/call-detail.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

/** What the agent was asked, and which entries of its knowledge it answered from. */
export function KnowledgeCard({ questions }: { questions: readonly KnowledgeQuestion[] }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Knowledge"
        titleId={titleId}
        subtitle="What the agent answered from"
        className="pb-2"
      />
      <CardBody>
        <ul className="grid gap-3">
          {questions.map(({ question, entries }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id, and the list only grows
            <li key={index} className="wrap-anywhere">
              <p className="text-ink-2">{question}</p>
              {entries.length === 0 ? (
                <p className="text-ink-3">No entry answers this.</p>
              ) : (
                <p className="font-medium">{entries.map(({ title }) => title).join(' · ')}</p>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

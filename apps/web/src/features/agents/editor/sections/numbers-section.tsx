import { type AgentNumber, agentLimits, agentRoutes, type EditedAgent } from '@parley/contract';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { agentName } from '../../../../lib/known-agents.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { useRetry } from '../../../../lib/use-send.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { useAgentCards } from '../../list/use-agent-cards.ts';
import { TextAt } from '../fields.tsx';
import { SectionCard } from '../section-card.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { NumberDialog, type NumberQuestion } from './number-dialog.tsx';
import { NumberRow } from './number-row.tsx';
import { useNumbers } from './use-numbers.ts';

export function NumbersSection({ agent }: { agent: EditedAgent }) {
  return (
    <>
      <SectionCard
        title="Numbers"
        subtitle="The numbers of your organization. Calls to a number are taken by its agent; calls that the agent makes come from its first one. They count at once, without publishing."
      >
        <Numbers agent={agent} />
      </SectionCard>
      <SectionCard title="Outside Opening Hours">
        <TextAt
          path="conversation.afterHours"
          label="What a caller hears outside opening hours"
          rows={3}
          max={agentLimits.afterHoursMax}
          hint="Instead of a conversation; then the call ends. Empty: the agent takes calls at any hour. The opening hours are in Settings, Organization."
        />
      </SectionCard>
    </>
  );
}

function Numbers({ agent }: { agent: EditedAgent }) {
  const may = useMay();
  const query = useNumbers();
  const retry = useRetry(query.refetch);
  const { data: cards = [] } = useAgentCards();
  const [question, setQuestion] = useState<NumberQuestion | null>(null);
  const [named, setNamed] = useState<AgentNumber | null>(null);
  const isActive = agent.archivedAt === null;
  const nameOf = (agentId: string) => {
    const card = cards.find(({ id }) => id === agentId);
    return card === undefined ? agentId : agentName(card);
  };

  if (query.data === undefined) {
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading numbers..."
        failed="Failed to load the numbers"
      />
    );
  }
  if (query.data.length === 0) {
    return (
      <EmptyState icon={Phone}>
        Your organization has no numbers. Whoever runs the deployment gives it some.
      </EmptyState>
    );
  }
  const own = (number: AgentNumber) => number.agentId === agent.id;
  const sorted = [...query.data.filter(own), ...query.data.filter((number) => !own(number))];
  return (
    <>
      <ul aria-label="Numbers" className="-mx-5 -mb-5 border-t">
        {sorted.map((number) => (
          <NumberRow
            key={number.number}
            number={number}
            own={own(number)}
            agentName={number.agentId === null ? null : nameOf(number.agentId)}
            onTake={
              isActive && may(agentRoutes.takeNumber.permission)
                ? () => setQuestion({ kind: 'take', number: number.number, from: number.agentId })
                : null
            }
            onRelease={
              isActive && may(agentRoutes.releaseNumber.permission)
                ? () => setQuestion({ kind: 'release', number: number.number })
                : null
            }
            onLabel={may(agentRoutes.labelNumber.permission) ? () => setNamed(number) : null}
          />
        ))}
      </ul>
      <LabelDialog number={named} onClose={() => setNamed(null)} />
      <NumberDialog
        agentId={agent.id}
        question={question}
        nameOf={nameOf}
        onClose={() => setQuestion(null)}
        onTakenBy={(from) => setQuestion((given) => (given?.kind === 'take' ? { ...given, from } : given))}
      />
    </>
  );
}

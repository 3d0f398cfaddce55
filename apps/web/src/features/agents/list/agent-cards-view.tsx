import { Bot, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentCard } from '../../../lib/parsing/agent-cards.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { AgentCardItem } from './agent-card.tsx';
import { ArchivedCards } from './archived-cards.tsx';
import { sortedCards } from './sorted-cards.ts';
import { useAgentCards } from './use-agent-cards.ts';

interface AgentCardsViewProps {
  pathOf: (agentId: string) => string;
  /** Null for those who may not make agents. */
  onNew: (() => void) | null;
}

/** From this many agents on there is a field to find one. */
const searchFrom = 7;

export function AgentCardsView({ pathOf, onNew }: AgentCardsViewProps) {
  const query = useAgentCards();
  const retry = useRetry(query.refetch);
  const cards = query.data;
  if (cards === undefined) {
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading agents..."
        failed="Failed to load the agents"
      />
    );
  }
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Bot}
          className="py-24"
          action={
            onNew !== null && (
              <Button onClick={onNew}>
                <Plus aria-hidden="true" className="size-4" />
                New Agent
              </Button>
            )
          }
        >
          {onNew === null
            ? 'No agents yet. They appear here as soon as an administrator has made one.'
            : 'No agents yet. Make one, and it can answer a number within minutes.'}
        </EmptyState>
      </Card>
    );
  }
  return <LoadedCards cards={cards} pathOf={pathOf} />;
}

function LoadedCards({
  cards,
  pathOf,
}: {
  cards: readonly AgentCard[];
  pathOf: (agentId: string) => string;
}) {
  const [search, setSearch] = useAddressParam('search');
  const [archivedShown, setArchivedShown] = useAddressParam('archived');
  const { active, archived } = sortedCards(cards, search);

  const items = (list: readonly AgentCard[]): ReactNode =>
    list.map((card) => <AgentCardItem key={card.id} card={card} path={pathOf(card.id)} />);
  return (
    <div className="grid content-start gap-6">
      {cards.length >= searchFrom && (
        <SearchField
          label="Find an agent"
          placeholder="Find by name or number"
          value={search}
          onChange={setSearch}
        />
      )}
      {active.length === 0 ? (
        <p role="status" className="py-8 text-center text-ink-3">
          {search === '' ? 'All agents are archived.' : `No active agent matches "${search}".`}
        </p>
      ) : (
        <ul aria-label="Agents" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {items(active)}
        </ul>
      )}
      {archived.length > 0 && (
        <ArchivedCards
          count={archived.length}
          open={archivedShown === 'shown' || (search !== '' && active.length === 0)}
          onOpenChange={(open) => setArchivedShown(open ? 'shown' : '')}
        >
          {items(archived)}
        </ArchivedCards>
      )}
    </div>
  );
}

import { agentName } from '../../../lib/known-agents.ts';
import type { AgentCard } from '../../../lib/parsing/agent-cards.ts';

export interface SortedCards {
  active: AgentCard[];
  archived: AgentCard[];
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** By name; those whose name or number contains the words. Spaces in a number do not matter. */
export function sortedCards(cards: readonly AgentCard[], search: string): SortedCards {
  const wanted = search.trim().toLowerCase();
  const digits = wanted.replaceAll(/[\s()-]/g, '');
  const matches = (card: AgentCard) =>
    wanted === '' ||
    agentName(card).toLowerCase().includes(wanted) ||
    (digits !== '' && card.numbers.some((number) => number.includes(digits)));
  const found = cards
    .filter(matches)
    .toSorted((one, other) => collator.compare(agentName(one), agentName(other)));
  return {
    active: found.filter(({ archivedAt }) => archivedAt === null),
    archived: found.filter(({ archivedAt }) => archivedAt !== null),
  };
}

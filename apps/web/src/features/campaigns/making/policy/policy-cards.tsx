import type { ConsentPurpose } from '@parley/contract';
import { AgainCard } from './again-card.tsx';
import type { PolicyCardProps } from './card-props.ts';
import { EndCard } from './end-card.tsx';
import { HoursCard } from './hours-card.tsx';
import { PaceCard } from './pace-card.tsx';

interface PolicyCardsProps extends PolicyCardProps {
  purpose: ConsentPurpose;
  currency: string;
  /** What pauses the campaign stands before the rest: it has paused. */
  endFirst?: boolean;
}

/** When, how often and how fast people are called. */
export function PolicyCards({ purpose, currency, endFirst = false, ...card }: PolicyCardsProps) {
  const end = <EndCard {...card} currency={currency} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {endFirst && end}
      <HoursCard {...card} purpose={purpose} />
      <AgainCard {...card} />
      <PaceCard {...card} />
      {!endFirst && end}
    </div>
  );
}

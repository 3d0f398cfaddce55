import type { CampaignPreview } from '@parley/contract';
import { PhoneNumber } from '../../../../ui/phone-number.tsx';
import { StepCard } from '../step-card.tsx';

interface ExamplesCardProps {
  examples: CampaignPreview['examples'];
  agentName: string;
}

/** What the agent is told on the first calls. */
export function ExamplesCard({ examples, agentName }: ExamplesCardProps) {
  if (examples.length === 0) return null;
  return (
    <StepCard
      title={`What ${agentName} Is Told`}
      subtitle={examples.length === 1 ? 'On the first call.' : `On the first ${examples.length} calls.`}
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
        {examples.map(({ row, number, name, instructions }) => (
          <li key={row} className="flex min-w-0 flex-col gap-1.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="wrap-anywhere font-medium">{name === '' ? 'No name' : <bdi>{name}</bdi>}</span>
              <PhoneNumber className="text-ink-3 text-sm">{number}</PhoneNumber>
            </p>
            <section
              aria-label={`Instructions for row ${row}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
              tabIndex={0}
              className="wrap-anywhere max-h-56 flex-1 overflow-y-auto whitespace-pre-wrap rounded-box border bg-sunken px-3 py-2 text-ink-2 text-sm"
            >
              {instructions}
            </section>
          </li>
        ))}
      </ol>
    </StepCard>
  );
}

import type { CampaignPreview } from '@parley/contract';
import type { ReactNode } from 'react';
import { moneyText } from '../../../../lib/money-text.ts';
import { durationText, Instant } from '../../../../ui/instant.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { StepCard } from '../step-card.tsx';
import { spanText } from './span-text.ts';

interface EstimateCardProps {
  estimate: CampaignPreview['estimate'];
  toFix: number;
  refused: number;
  /** Those who have not consented are held. */
  groundMissing: boolean;
}

/** How long it takes until everybody was called once, and what that costs. */
export function EstimateCard({ estimate, toFix, refused, groundMissing }: EstimateCardProps) {
  const { calls, consented = calls, secondsPerCall, startsAt, endsAt, phoneCost } = estimate;
  const held = groundMissing ? calls - consented : 0;
  const left = [
    toFix > 0 && `${numberText(toFix)} to mend`,
    refused > 0 && `${numberText(refused)} refused`,
  ].filter((part) => part !== false);
  return (
    <StepCard
      title="Estimate"
      subtitle={`When everybody was called once, with calls of ${durationText(secondsPerCall)} minutes on average. Calls again come on top.`}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Figure
          name="Calls"
          note={
            [
              held > 0 && `${numberText(held)} of them are held for want of a ground.`,
              left.length > 0 && `Not called: ${left.join(', ')}`,
            ]
              .filter((part) => part !== false)
              .join(' ') || null
          }
        >
          {numberText(calls)}
        </Figure>
        <Figure name="Takes" note="Within the hours, at the pace you chose and your account allows">
          {startsAt === null || endsAt === null ? 'Never' : spanText(startsAt, endsAt)}
        </Figure>
        <Figure
          name="If it starts now"
          note={
            startsAt === null || endsAt === null ? (
              'The hours are never open for these people.'
            ) : (
              <>
                {'Until '}
                <Instant at={endsAt} />
              </>
            )
          }
        >
          {startsAt === null ? '–' : <Instant at={startsAt} />}
        </Figure>
        <Figure name="Phone cost" note="Phone minutes alone, without model and speech">
          {phoneCost === null ? 'No price set' : moneyText(phoneCost.micros, phoneCost.currency)}
        </Figure>
      </dl>
    </StepCard>
  );
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="font-semibold text-lg tabular-nums tracking-tight">{children}</dd>
      {note !== null && <dd className="text-ink-3 text-sm">{note}</dd>}
    </div>
  );
}

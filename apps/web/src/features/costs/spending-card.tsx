import type { Spending } from '@parley/contract';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { moneyText } from '../../lib/money-text.ts';
import { useRetry } from '../../lib/use-send.ts';
import type { useSpending } from '../../lib/use-spending.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { LimitErrors, TypedLimits } from './limit-fields.ts';
import { limitsAnchor } from './limits-anchor.ts';

interface SpendingCardProps extends LimitsFieldsProps {
  query: ReturnType<typeof useSpending>;
}

export function SpendingCard({ query, ...fields }: SpendingCardProps) {
  const retry = useRetry(query.refetch);
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const isMeant = hash === `#${limitsAnchor}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => {
    if (isMeant) card.current?.scrollIntoView({ block: 'start' });
  }, [isMeant, key]);
  return (
    <div ref={card} className="scroll-mt-20">
      <Card aria-labelledby={titleId}>
        <CardHeader
          titleId={titleId}
          title="Spending Limits"
          subtitle="No further calls are placed once a limit is reached. Calls that come in are answered in any case."
        />
        <CardBody className="grid gap-5">
          {query.data === undefined ? (
            <LoadState
              query={query}
              onRetry={retry.send}
              loading="Loading spending..."
              failed="Failed to load the spending"
              compact
            />
          ) : (
            <>
              <Figures spending={query.data} />
              <LimitsFields currency={query.data.currency} {...fields} />
            </>
          )}
        </CardBody>
      </Card>
    </div>
  );
}

function Figures({ spending }: { spending: Spending }) {
  const { currency } = spending;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {(['day', 'month'] as const).map((period) => {
        const { spentMicros, estimatedMicros, heldMicros } = spending[period];
        return (
          <div key={period}>
            <dt className="text-ink-3 text-xs">{period === 'day' ? 'Today' : 'This month'}</dt>
            <dd className="mt-0.5">
              <span className="font-semibold tabular-nums">{moneyText(spentMicros, currency)}</span>
              {estimatedMicros > 0 && (
                <span className="block text-ink-3 text-sm">
                  {`${moneyText(estimatedMicros, currency)} of it is an estimate.`}
                </span>
              )}
              {heldMicros > 0 && (
                <span className="block text-ink-3 text-sm">
                  {`${moneyText(heldMicros, currency)} more is expected of calls that are up.`}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface LimitsFieldsProps {
  typed: TypedLimits | null;
  errors: LimitErrors;
  /** The organization has not entered what a minute costs. */
  withoutPrices: boolean;
  /** Why the limits were not saved. */
  failure: string | null;
  disabled: boolean;
  onChange: (part: Partial<TypedLimits>) => void;
}

function LimitsFields({
  currency,
  typed,
  errors,
  withoutPrices,
  failure,
  disabled,
  onChange,
}: LimitsFieldsProps & { currency: string }) {
  const field = (name: keyof TypedLimits, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      error={errors[name]}
      disabled={disabled}
      autoComplete="off"
      {...(name !== 'rates' && { inputMode: 'decimal' as const })}
      value={typed?.[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
      className={name === 'rates' ? 'sm:col-span-2' : undefined}
    />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('day', `Limit of a Day (${currency})`, 'Leave it empty for no limit.')}
        {field('month', `Limit of a Month (${currency})`, 'Leave it empty for no limit.')}
        {field(
          'rates',
          'Exchange Rates',
          `Only if your carrier charges in another currency: what one unit of it is in ${currency}, such as EUR 1.08.`,
        )}
      </div>
      {withoutPrices && (typed?.day.trim() || typed?.month.trim()) && (
        <AlertBox tone="amber">
          No price of a minute of a call is entered above, so a limit holds late: nothing is expected of a
          call until your carrier has told what the first ones cost, which takes it minutes to hours.
        </AlertBox>
      )}
      {failure !== null && <AlertBox title="Failed to save the spending limits">{failure}</AlertBox>}
    </>
  );
}

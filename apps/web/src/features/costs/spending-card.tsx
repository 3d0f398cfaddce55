import { type Spending, type SpendingLimits, spendingLimits, spendingRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { moneyText } from '../../lib/money-text.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRetry, useSend } from '../../lib/use-send.ts';
import { useSpending } from '../../lib/use-spending.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { amountText, parseAmount } from './amount-text.ts';
import { ratesText, readRates } from './rates-text.ts';

/** Nothing for those who may not see what calls cost. */
export function SpendingCard(props: CardProps) {
  const may = useMay();
  return may(spendingRoutes.getSpending.permission) ? <LoadedCard {...props} /> : null;
}

interface CardProps {
  /** The organization has not entered what a minute costs. */
  withoutPrices: boolean;
}

function LoadedCard({ withoutPrices }: CardProps) {
  const query = useSpending();
  const retry = useRetry(query.refetch);
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="mt-6">
      <CardHeader
        titleId={titleId}
        title="Spending Limits"
        subtitle="No further calls are placed once a limit is reached. Calls that come in are answered in any case."
      />
      <CardBody className="grid gap-4">
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
            <LimitsForm key={query.data.revision} spending={query.data} withoutPrices={withoutPrices} />
          </>
        )}
      </CardBody>
    </Card>
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

function LimitsForm({ spending, withoutPrices }: { spending: Spending } & CardProps) {
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const { currency, limits, revision } = spending;
  const stored = {
    day: amountText(limits.dayMicros),
    month: amountText(limits.monthMicros),
    rates: ratesText(limits.rates),
  };
  const [typed, setTyped] = useState(stored);
  const [error, setError] = useState<string | null>(null);
  const mayWrite = may(spendingRoutes.saveSpendingLimits.permission);
  const saving = useSend({
    name: 'save-spending-limits',
    act: async () => {
      setError(null);
      const wanted: SpendingLimits = {
        ...{ dayMicros: parseAmount(typed.day), monthMicros: parseAmount(typed.month) },
        rates: readRates(typed.rates),
      };
      const mistake = spendingLimits.safeParse(wanted).error?.issues[0]?.message;
      if (mistake !== undefined) throw new ApiError(mistake, 0, 'invalid_request');
      return api.send(spendingRoutes.saveSpendingLimits, { body: { revision, limits: wanted } });
    },
    onDone: async () => {
      toast.success('Spending limits saved');
      await client.invalidateQueries({ queryKey: queryKeys.spending });
    },
    onFailed: (why) => setError(sentenceOf(why)),
  });
  const isChanged = (['day', 'month', 'rates'] as const).some((name) => typed[name] !== stored[name]);
  const field = (name: keyof typeof typed, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      disabled={!mayWrite || saving.busy}
      autoComplete="off"
      {...(name !== 'rates' && { inputMode: 'decimal' as const })}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('day', `Limit of a Day (${currency})`, 'Leave it empty for no limit.')}
        {field('month', `Limit of a Month (${currency})`, 'Leave it empty for no limit.')}
        <div className="sm:col-span-2">
          {field(
            'rates',
            'Exchange Rates',
            `Only if your carrier charges in another currency: what one unit of it is in ${currency}, such as EUR 1.08.`,
          )}
        </div>
      </div>
      {withoutPrices && (typed.day.trim() !== '' || typed.month.trim() !== '') && (
        <AlertBox tone="amber">
          No price of a minute of a call is entered above, so a limit holds late: nothing is expected of a
          call until your carrier has told what the first ones cost, which takes it minutes to hours.
        </AlertBox>
      )}
      {error !== null && <AlertBox>{error}</AlertBox>}
      {mayWrite && (
        <div>
          <Button look="primary" busy={saving.busy} disabled={!isChanged} onClick={() => saving.send()}>
            {saving.busy ? 'Saving...' : 'Save Limits'}
          </Button>
        </div>
      )}
    </>
  );
}

import { TextField } from '../../../../ui/text-field.tsx';
import { StepCard } from '../step-card.tsx';
import type { PolicyCardProps } from './card-props.ts';
import { NumberField } from './number-field.tsx';

export function EndCard({
  form,
  errors,
  disabled,
  change,
  currency,
}: PolicyCardProps & { currency: string }) {
  return (
    <StepCard
      title="Paused When"
      subtitle="Calls that are up go on. Somebody looks at the reason and resumes the campaign, or stops it."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="After the last day"
          type="date"
          hint="Empty: it goes on until everybody was called."
          value={form.endsOn}
          error={errors.get('endsOn')}
          disabled={disabled}
          onChange={(event) => change({ endsOn: event.target.value })}
        />
        <TextField
          label={`The budget is spent (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          hint="Empty: the spending limits of the organization alone."
          value={form.budget}
          error={errors.get('budgetMicros')}
          disabled={disabled}
          onChange={(event) => change({ budget: event.target.value })}
        />
      </div>
      <fieldset className="grid gap-3 border-t pt-4">
        <legend className="sr-only">Too much goes wrong</legend>
        <p aria-hidden="true" className="font-medium">
          Too much goes wrong
        </p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <NumberField
            label="Of the last calls"
            unit=""
            {...{ disabled, value: form.breakerCalls, error: errors.get('breaker.calls') }}
            onChange={(breakerCalls) => change({ breakerCalls })}
          />
          <NumberField
            label="Failed"
            unit="more than %"
            {...{ disabled, value: form.failures, error: errors.get('breaker.failures') }}
            onChange={(failures) => change({ failures })}
          />
          <NumberField
            label="Hung up at once"
            unit="more than %"
            {...{ disabled, value: form.hangUps, error: errors.get('breaker.hangUps') }}
            onChange={(hangUps) => change({ hangUps })}
          />
          <NumberField
            label="Opted out"
            unit="more than %"
            {...{ disabled, value: form.optOuts, error: errors.get('breaker.optOuts') }}
            onChange={(optOuts) => change({ optOuts })}
          />
        </div>
      </fieldset>
    </StepCard>
  );
}

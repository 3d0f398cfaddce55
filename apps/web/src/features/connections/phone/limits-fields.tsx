import { TextField } from '../../../ui/text-field.tsx';
import type { FieldErrors } from '../field-errors.ts';
import { CountriesField } from './countries-field.tsx';
import type { TypedLimits } from './phone-draft.ts';

interface LimitsFieldsProps {
  typed: TypedLimits;
  errors: FieldErrors;
  onChange: (next: Partial<TypedLimits>) => void;
}

export function LimitsFields({ typed, errors, onChange }: LimitsFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Calls at once *"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          hint="Further calls are refused until one is over."
          error={errors.get('callsAtOnce')}
          value={typed.callsAtOnce}
          onChange={(event) => onChange({ callsAtOnce: event.target.value })}
        />
        <TextField
          label="Calls a second *"
          inputMode="decimal"
          autoComplete="off"
          hint="Used by campaigns. Single calls are not slowed down."
          error={errors.get('callsPerSecond')}
          value={typed.callsPerSecond}
          onChange={(event) => onChange({ callsPerSecond: event.target.value })}
        />
        <p className="text-ink-3 text-sm sm:col-span-2">
          No API tells these. At Twilio a trial account may have 5 calls at once, an account without an
          approved profile 2, with an Individual profile 3, with an approved Business profile as many as you
          like.
        </p>
      </div>
      <CountriesField
        countries={typed.countries}
        error={errors.get('countries')}
        onChange={(countries) => onChange({ countries })}
      />
    </>
  );
}

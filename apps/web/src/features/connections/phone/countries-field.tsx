import { countryCodes } from '@parley/contract';
import { X } from 'lucide-react';
import { NativeSelect } from '../../../ui/native-select.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });

export function countryName(code: string): string {
  return names.of(code) ?? code;
}

interface CountriesFieldProps {
  countries: readonly string[];
  error: string | undefined;
  onChange: (countries: readonly string[]) => void;
}

/** The countries that may be called: those that are chosen, each with a button that removes it, and a list to add one. */
export function CountriesField({ countries, error, onChange }: CountriesFieldProps) {
  const others = countryCodes
    .filter((code) => !countries.includes(code))
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  return (
    <div className="grid gap-2">
      <NativeSelect
        label="Countries that may be called *"
        hint="A call to any other country is refused, whoever asks for it."
        error={error}
        value=""
        onValueChange={(code) => code !== '' && onChange([...countries, code])}
        options={[{ value: '', label: 'Add a country...' }, ...others]}
      />
      {countries.length > 0 && (
        <ul aria-label="Countries" className="flex flex-wrap gap-2">
          {countries.map((code) => (
            <li key={code} className="flex items-center rounded-box border bg-sunken pl-2.5 text-sm">
              {countryName(code)}
              <button
                type="button"
                aria-label={`Remove ${countryName(code)}`}
                onClick={() => onChange(countries.filter((each) => each !== code))}
                className="inline-flex size-8 items-center justify-center rounded-box text-ink-2 hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { type ConsentGiven, type ConsentPurpose, consentPurposes, consentSources } from '@parley/contract';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface ConsentFieldsProps {
  consent: readonly ConsentGiven[];
  /** The date that a new statement begins with. */
  today: string;
  onChange: (consent: readonly ConsentGiven[]) => void;
}

const purposes = Object.entries(consentPurposes) as [ConsentPurpose, string][];
const answers = [
  { value: '', label: 'Not asked' },
  { value: 'yes', label: 'Given' },
  { value: 'no', label: 'Refused' },
];
const sources = Object.entries(consentSources).map(([value, label]) => ({ value, label }));

/** For each purpose whether there is consent; and if it was asked for, how and when. */
export function ConsentFields({ consent, today, onChange }: ConsentFieldsProps) {
  function set(purpose: ConsentPurpose, next: ConsentGiven | null): void {
    const others = consent.filter((each) => each.purpose !== purpose);
    const kept = next === null ? others : [...others, next];
    const rank = ({ purpose }: ConsentGiven) => purposes.findIndex(([name]) => name === purpose);
    onChange(kept.toSorted((one, other) => rank(one) - rank(other)));
  }
  return (
    <fieldset className="grid gap-3 rounded-box border px-4 pt-3 pb-4">
      <legend className="-ml-1 px-1 font-medium text-sm">Consent to be called</legend>
      {purposes.map(([purpose, label]) => (
        <ConsentRow
          key={purpose}
          purpose={purpose}
          label={label}
          given={consent.find((each) => each.purpose === purpose) ?? null}
          today={today}
          onChange={(next) => set(purpose, next)}
        />
      ))}
    </fieldset>
  );
}

interface ConsentRowProps {
  purpose: ConsentPurpose;
  label: string;
  given: ConsentGiven | null;
  today: string;
  onChange: (next: ConsentGiven | null) => void;
}

function ConsentRow({ purpose, label, given, today, onChange }: ConsentRowProps) {
  const current: ConsentGiven = given ?? { purpose, given: true, source: 'spoken', at: today };
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <NativeSelect
        label={label}
        value={given === null ? '' : given.given ? 'yes' : 'no'}
        options={answers}
        onValueChange={(answer) => onChange(answer === '' ? null : { ...current, given: answer === 'yes' })}
      />
      {given !== null && (
        <>
          <NativeSelect
            label={<Part of={label}>How</Part>}
            value={given.source}
            options={sources}
            onValueChange={(source) => onChange({ ...current, source: source as ConsentGiven['source'] })}
          />
          <TextField
            label={<Part of={label}>On</Part>}
            type="date"
            max={today}
            value={given.at}
            onChange={(event) =>
              event.target.value !== '' && onChange({ ...current, at: event.target.value })
            }
          />
        </>
      )}
    </div>
  );
}

/** The label of a part: screen readers are told of what. */
function Part({ of, children }: { of: string; children: string }) {
  return (
    <>
      <span className="sr-only">{`${of}: `}</span>
      {children}
    </>
  );
}

import { agentLimits, type TransferHours, type TransferTarget, type WeeklyHours } from '@parley/contract';
import { useRef } from 'react';
import { SelectField } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useFocusNew } from '../../../../ui/use-focus-new.ts';
import { useField, useProblem } from '../editor-context.ts';
import { ListProblem } from '../list-problem.tsx';
import { AddButton, RemovableRow } from './removable-row.tsx';
import { WeeklyHoursFields } from './weekly-hours-fields.tsx';

/** People whom a call can be transferred to. */
export function Transfers() {
  const { value: list, set, error, readOnly } = useField('conversation.transfers');
  const container = useRef<HTMLUListElement>(null);
  const focusNew = useFocusNew(container, list.length);
  return (
    <>
      {list.length > 0 && (
        <ul ref={container} aria-label="People to connect with" className="grid gap-5">
          {list.map((target, index) => (
            <RemovableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
              key={index}
              name={target.name === '' ? `person ${index + 1}` : target.name}
              onRemove={readOnly ? null : () => set(list.filter((_, at) => at !== index))}
            >
              <TransferFields
                path={`conversation.transfers.${index}`}
                target={target}
                readOnly={readOnly}
                onChange={(next) => set(list.map((each, at) => (at === index ? { ...each, ...next } : each)))}
              />
            </RemovableRow>
          ))}
        </ul>
      )}
      {list.length === 0 && <p className="text-ink-3">Nobody yet.</p>}
      <ListProblem>{error}</ListProblem>
      {!readOnly && list.length < agentLimits.transfersMax && (
        <AddButton
          onClick={() => {
            focusNew();
            set([...list, { name: '', number: '', when: '', hours: 'always' }]);
          }}
        >
          Add a Person
        </AddButton>
      )}
    </>
  );
}

interface TransferFieldsProps {
  path: string;
  target: TransferTarget;
  readOnly: boolean;
  onChange: (next: Partial<TransferTarget>) => void;
}

function TransferFields({
  path,
  target: { name, number, when, hours, kind = 'cold' },
  readOnly,
  onChange,
}: TransferFieldsProps) {
  const problem = useProblem();
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <TextField
        label="Name"
        value={name}
        readOnly={readOnly}
        autoComplete="off"
        error={problem(`${path}.name`)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Number"
        type="tel"
        placeholder="+1234567890"
        value={number}
        readOnly={readOnly}
        autoComplete="off"
        error={problem(`${path}.number`)}
        onChange={(event) => onChange({ number: event.target.value })}
      />
      <TextField
        label="When to connect"
        className="sm:col-span-2"
        placeholder="Somebody asks for a person, or is in pain"
        value={when}
        readOnly={readOnly}
        autoComplete="off"
        error={problem(`${path}.when`)}
        onChange={(event) => onChange({ when: event.target.value })}
      />
      <SelectField
        label="How"
        disabled={readOnly}
        value={kind}
        onValueChange={(value) => onChange({ kind: value === 'warm' ? 'warm' : 'cold' })}
        hint={
          kind === 'warm'
            ? 'They hear who it is and why, and press 1 to take the call. If nobody does, the agent comes back.'
            : 'The call is put through at once.'
        }
        options={[
          { value: 'cold', label: 'Put through' },
          { value: 'warm', label: 'Announced first' },
        ]}
      />
      <SelectField
        label="Can be reached"
        disabled={readOnly}
        value={typeof hours === 'string' ? hours : 'own'}
        onValueChange={(value) => onChange({ hours: hoursNamed(value) })}
        options={[
          { value: 'always', label: 'Always' },
          { value: 'opening-hours', label: 'While the organization is open' },
          { value: 'own', label: 'At hours of their own' },
        ]}
        {...(typeof hours === 'string'
          ? {}
          : { hint: 'Every week the same, also on holidays of the organization.' })}
      />
      {typeof hours !== 'string' && (
        <WeeklyHoursFields
          className="sm:col-span-2"
          hours={hours}
          readOnly={readOnly}
          errorOf={(day) => problem(`${path}.hours.${day}`)}
          onChange={(next) => onChange({ hours: next })}
        />
      )}
    </div>
  );
}

const office = [{ from: '09:00', to: '17:00' }];
const officeHours: WeeklyHours = {
  monday: office,
  tuesday: office,
  wednesday: office,
  thursday: office,
  friday: office,
  saturday: [],
  sunday: [],
};

function hoursNamed(value: string): TransferHours {
  return value === 'always' || value === 'opening-hours' ? value : officeHours;
}

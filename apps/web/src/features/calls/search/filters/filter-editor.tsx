import { type CallFilterName, callReasons, callStatuses } from '@parley/contract';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { resultWords } from '../../call-labels.ts';
import type { FilterChange } from '../filter-address.ts';
import type { FilterValues } from '../filter-values.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { ContactEditor } from './contact-editor.tsx';
import { type FilterKind, filterKinds, listOf } from './filter-kinds.ts';
import { OutcomeEditor } from './outcome-editor.tsx';
import { DateEditor, LengthEditor } from './range-editors.tsx';
import type { FilterOptions, Named } from './use-filter-options.ts';

const statusOptions = callStatuses.map((value) => ({ value, label: value }));
const reasonOptions = Object.entries(callReasons).map(([value, label]) => ({ value, label }));
const resultOptions = ['reached', 'partly', 'not'].map((value) => ({
  value,
  label: resultWords(value)?.label ?? value,
}));
const directions = [
  { value: 'inbound', label: 'Inbound' },
  { value: 'outbound', label: 'Outbound' },
];
const sandboxes = [
  { value: 'yes', label: 'Sandbox only' },
  { value: 'no', label: 'Real calls only' },
];

export interface FilterEditorProps {
  kind: FilterKind;
  values: FilterValues;
  options: FilterOptions;
  timeZone: string;
  /** Every change counts at once. */
  onChange: (part: FilterChange) => void;
}

export function FilterEditor({ kind, values, options, timeZone, onChange }: FilterEditorProps) {
  const label = filterKinds.find((each) => each.kind === kind)?.label ?? '';
  const anyOf = (name: CallFilterName, choices: readonly Named[] | undefined, empty?: string) => (
    <ChoiceEditor
      label={label}
      options={choices}
      chosen={listOf(values[name])}
      onToggle={(value, checked) =>
        onChange((now) => {
          const others = listOf(now[name]).filter((each) => each !== value);
          return { [name]: (checked ? [...others, value] : others).join(',') };
        })
      }
      {...(empty !== undefined && { empty })}
    />
  );
  const oneOf = (name: CallFilterName, choices: readonly Named[]) => (
    <ChoiceField
      label={label}
      labelHidden
      choices={[...choices]}
      value={values[name] ?? ''}
      onValueChange={(value) => onChange({ [name]: value })}
    />
  );
  switch (kind) {
    case 'status':
      return anyOf('status', statusOptions);
    case 'reason':
      return anyOf('reason', reasonOptions);
    case 'direction':
      return oneOf('direction', directions);
    case 'agent':
      return anyOf('agent', options.agents);
    case 'version':
      return <VersionEditor value={values.version} onChange={(version) => onChange({ version })} />;
    case 'date':
      return <DateEditor values={values} onChange={onChange} timeZone={timeZone} />;
    case 'length':
      return <LengthEditor values={values} onChange={onChange} />;
    case 'outcome':
      return <OutcomeEditor fields={options.fields} values={values} onChange={onChange} />;
    case 'result':
      return anyOf('result', resultOptions);
    case 'template':
      return anyOf('template', options.templates, 'There are no templates yet.');
    case 'contact':
      return <ContactEditor contact={values.contact} onChange={(contact) => onChange({ contact })} />;
    case 'placedBy':
      return anyOf('placedBy', options.people, 'Nobody has worked at the desk yet.');
    case 'sandbox':
      return oneOf('sandbox', sandboxes);
  }
}

interface VersionEditorProps {
  value: string | undefined;
  onChange: (version: string) => void;
}

function VersionEditor({ value, onChange }: VersionEditorProps) {
  return (
    <TextField
      label="Version"
      inputMode="numeric"
      autoComplete="off"
      placeholder="4"
      hint="Several with commas between them: 3,4"
      defaultValue={value ?? ''}
      onChange={(event) => {
        const numbers = event.target.value.split(/[\s,]+/).filter((part) => /^[1-9]\d{0,5}$/.test(part));
        onChange(numbers.join(','));
      }}
    />
  );
}

/** Closes what a filter is chosen in. */
export function DoneButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="mt-3 h-8 w-full text-sm" onClick={onClick}>
      Done
    </Button>
  );
}

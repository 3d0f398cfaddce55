import { auditActorKinds, auditChanges, auditReads } from '@parley/contract';
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuditActor } from '../../lib/parsing/audit.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import type { SelectOption } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { filterCount, isFiltered, type ShownFilter } from './filter.ts';
import { actionText, actorText, kindNames } from './texts.ts';

interface AuditFiltersProps {
  filter: ShownFilter;
  actors: readonly AuditActor[];
  onChange: (part: Partial<ShownFilter>) => void;
  onClear: () => void;
}

/** On a narrow screen behind a button that says how many are set: the entries stay in view. */
export function AuditFilters(props: AuditFiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(props.filter);
  return (
    <>
      <div className="px-4 py-3 sm:hidden">
        <Button className="w-full" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <ListFilter aria-hidden="true" className="size-4" />
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </div>
      <div id={id} className={cx(!isOpen && 'max-sm:hidden')}>
        <Fields {...props} />
      </div>
    </>
  );
}

function Fields({ filter, actors, onChange, onClear }: AuditFiltersProps) {
  return (
    <div className="grid grid-cols-1 items-end gap-3 px-4 py-3 max-sm:pt-0 sm:grid-cols-2 sm:px-5 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.3fr)_minmax(0,1fr)_9rem_9rem_auto]">
      <NativeSelect
        label="Who"
        value={filter.who}
        options={withChosen(whoOptions(actors), filter.who)}
        onValueChange={(who) => onChange({ who })}
      />
      <NativeSelect
        label="Action"
        value={filter.action}
        options={withChosen(actionOptions(filter.kind), filter.action)}
        onValueChange={(action) => onChange({ action })}
      />
      <NativeSelect
        label="Kind"
        value={filter.kind}
        options={[
          { value: '', label: 'All entries' },
          { value: 'change', label: 'Changes' },
          { value: 'read', label: 'Readings' },
        ]}
        onValueChange={(kind) => onChange({ kind, action: '' })}
      />
      <DayField label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      <Button look="quiet" disabled={!isFiltered(filter)} onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      max="9999-12-31"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** People by name, then the kinds of actors that are no people. */
function whoOptions(actors: readonly AuditActor[]): SelectOption[] {
  const people = actors
    .filter(({ kind }) => kind === 'person' || kind === 'key')
    .map((actor) => ({ value: actor.id, label: actorText(actor) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const kinds = auditActorKinds.map((kind) => ({ value: `kind:${kind}`, label: kindNames[kind] }));
  return [{ value: '', label: 'Everybody' }, ...kinds, ...people];
}

function actionOptions(kind: string): SelectOption[] {
  const actions = {
    ...(kind !== 'read' && auditChanges),
    ...(kind !== 'change' && auditReads),
  };
  return [
    { value: '', label: 'Any action' },
    ...Object.keys(actions)
      .map((action) => ({ value: action, label: actionText(action) }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
}

/** What stands in the address is shown, whether or not it is among the options. */
function withChosen(options: SelectOption[], chosen: string): SelectOption[] {
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];
}

import { agentLimits, type ConfigProblem, type OutcomeField } from '@parley/contract';
import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useState } from 'react';
import { fieldTypeOptions, newOutcomeField, problemOfField } from '../../lib/outcome-fields.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';

interface OutcomeFieldsProps {
  /** Null: those of the agent. */
  fields: readonly OutcomeField[] | null;
  /** What a submit has found. */
  problems: readonly ConfigProblem[];
  onChange: (fields: readonly OutcomeField[] | null) => void;
}

/** Folded, unless the template has fields of its own or a mistake in them. */
export function OutcomeFields({ fields, problems, onChange }: OutcomeFieldsProps) {
  const [open, setOpen] = useState(fields !== null);
  /** What is switched off and on again is not lost. */
  const [latest, setLatest] = useState<readonly OutcomeField[]>(fields ?? []);

  function set(next: readonly OutcomeField[] | null): void {
    if (next !== null) setLatest(next);
    onChange(next);
  }

  return (
    <Collapsible.Root open={open || problems.length > 0} onOpenChange={setOpen}>
      <Collapsible.Trigger className="group -mx-1 flex items-center gap-2 rounded-box px-1 font-medium text-sm">
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-ink-3 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
        />
        Outcome fields
      </Collapsible.Trigger>
      <Collapsible.Content className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
        <SwitchField
          label="Use own outcome fields"
          hint={
            fields === null
              ? "The agent's fields are used."
              : 'Calls placed with this template are read for these.'
          }
          checked={fields !== null}
          onCheckedChange={(checked) => set(checked ? latest : null)}
        />
        {fields !== null && (
          <FieldRows
            rows={fields}
            types={fieldTypeOptions}
            choiceType="choice"
            max={agentLimits.outcomeFieldsMax}
            readOnly={false}
            problem={(index, part) => problemOfField(problems, `outcomeFields.${index}.${part}`)}
            onChange={set}
            newRow={newOutcomeField}
          />
        )}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

import { toolLimits } from '@parley/contract';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { FormCard } from '../form-card.tsx';
import type { CardProps } from './card-props.ts';
import { errorBelow, type FormErrors } from './form-errors.ts';
import { inputTypes, newInputRow, schemaOf } from './input-rows.ts';
import { jsonText, withInputMode } from './tool-draft.ts';

/** What the model fills in: rows that show their JSON schema, or the schema itself. */
export function InputsCard({ draft, errors, readOnly, change }: CardProps) {
  const [refused, setRefused] = useState(false);

  return (
    <FormCard
      title="Inputs"
      subtitle="What the model fills in from the conversation."
      actions={
        <Segments
          label="Edit the inputs as"
          value={draft.inputMode}
          segments={[
            { value: 'form', label: 'Form' },
            { value: 'schema', label: 'JSON schema' },
          ]}
          onValueChange={(mode) => {
            const next = withInputMode(draft, mode);
            setRefused(next === null);
            if (next !== null) change(next);
          }}
        />
      }
    >
      {refused && (
        <p role="status" className="text-amber text-sm">
          {draft.inputMode === 'schema'
            ? 'The form cannot show this schema: it has parts that would be lost.'
            : 'A schema has each name once. Give every input a name of its own first.'}
        </p>
      )}
      {draft.inputMode === 'form' ? (
        <InputRows draft={draft} errors={errors} readOnly={readOnly} change={change} />
      ) : (
        <TextArea
          label="JSON schema"
          rows={14}
          value={draft.schemaText}
          readOnly={readOnly}
          code
          error={errorBelow(errors, 'inputs')}
          hint="An object with properties. What is said of each is read by the model."
          onChange={(event) => change({ schemaText: event.target.value })}
        />
      )}
    </FormCard>
  );
}

function InputRows({ draft: { rows }, errors, readOnly, change }: CardProps) {
  return (
    <>
      {rows.length === 0 && (
        <p className="text-ink-3">No inputs. The tool is called the same way each time.</p>
      )}
      <FieldRows
        rows={rows}
        types={inputTypes}
        choiceType="choice"
        max={toolLimits.inputsMax}
        label="Inputs"
        add="Add Input"
        words={{ label: 'Name *', description: 'Description', example: 'The day, such as 2026-10-13' }}
        readOnly={readOnly}
        problem={(index, part) => problemOfRow(errors, index, rows[index]?.label.trim() ?? '', part)}
        onChange={(next) => change({ rows: next })}
        newRow={newInputRow}
      />
      {generalProblem(errors) !== null && (
        <p role="alert" className="text-red text-sm">
          {generalProblem(errors)}
        </p>
      )}
      {rows.length > 0 && (
        <details className="group rounded-box border">
          <summary className="cursor-pointer rounded-box px-3 py-2 font-medium text-sm">
            JSON schema of these inputs
          </summary>
          <CodeBlock label="JSON schema of these inputs" className="m-3">
            {jsonText(schemaOf(rows))}
          </CodeBlock>
        </details>
      )}
    </>
  );
}

function problemOfRow(
  errors: FormErrors,
  index: number,
  name: string,
  part: 'label' | 'choices' | 'description',
): string | null {
  if (part === 'label')
    return errors.get(`inputs.${index}`) ?? errors.get(`inputs.properties.${name}`) ?? null;
  if (part === 'choices') return errorBelow(errors, `inputs.properties.${name}.enum`);
  return errorBelow(errors, `inputs.properties.${name}.description`);
}

function generalProblem(errors: FormErrors): string | null {
  return errors.get('inputs') ?? errors.get('inputs.properties') ?? null;
}

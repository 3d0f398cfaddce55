import { agentLimits } from '@parley/contract';
import { fieldTypeOptions, newOutcomeField, problemOfField } from '../../../../lib/outcome-fields.ts';
import { FieldRows } from '../../../../ui/field-rows.tsx';
import { useEditor, useField } from '../editor-context.ts';
import { ListProblem } from '../list-problem.tsx';
import { SectionCard } from '../section-card.tsx';

/** What is read from every call of the agent, after it. */
export function OutcomesSection() {
  const { value: fields = [], set, error, readOnly } = useField('outcomes.fields');
  const { problems, strict } = useEditor();
  const pointedOut = problems.filter(({ code }) => strict || !code.endsWith('_missing'));
  return (
    <SectionCard
      title="Outcomes"
      subtitle="What you want to know after each call: did they confirm, when do they want to come. Every value is quoted from what the other party said."
    >
      {fields.length === 0 && (
        <p className="text-ink-3">
          No fields yet. Begin with the one question that every call should answer, such as “Appointment
          confirmed”.
        </p>
      )}
      <FieldRows
        rows={fields}
        types={fieldTypeOptions}
        choiceType="choice"
        max={agentLimits.outcomeFieldsMax}
        readOnly={readOnly}
        problem={(index, part) => problemOfField(pointedOut, `outcomes.fields.${index}.${part}`)}
        onChange={set}
        newRow={newOutcomeField}
      />
      <ListProblem>{error}</ListProblem>
      <p className="text-ink-3 text-sm">
        Changed fields count for calls after the next publishing. On the page of an earlier call they can be
        read with “Run again”. A template may have fields of its own.
      </p>
    </SectionCard>
  );
}

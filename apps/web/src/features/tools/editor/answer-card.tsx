import { toolLimits } from '@parley/contract';
import { randomId } from '../../../lib/random-id.ts';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { FormCard } from '../form-card.tsx';
import type { CardProps } from './card-props.ts';
import { Rows } from './rows.tsx';

export function AnswerCard({ draft, errors, readOnly, change }: CardProps) {
  return (
    <FormCard title="Answer" subtitle="The model reads at most 8 kB of it, as data.">
      <Rows
        label="Variables"
        hint="Parts of the answer that later tools of the same call can use in their address as {name}."
        rows={draft.variables}
        max={toolLimits.variablesMax}
        add="Add Variable"
        readOnly={readOnly}
        newRow={() => ({ id: randomId(), name: '', path: '' })}
        nameOf={({ name }, index) => (name.trim() === '' ? `variable ${index + 1}` : name)}
        onChange={(variables) => change({ variables })}
      >
        {(row, index, set) => (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField
              label="Variable"
              value={row.name}
              readOnly={readOnly}
              autoComplete="off"
              spellCheck={false}
              placeholder="slot_id"
              error={errors.get(`variables.${index}.name`) ?? errors.get(`variables.${index}`) ?? null}
              onChange={(event) => set({ name: event.target.value })}
            />
            <TextField
              label="Place in the answer"
              value={row.path}
              readOnly={readOnly}
              autoComplete="off"
              spellCheck={false}
              placeholder="slots.0.id"
              error={errors.get(`variables.${index}.path`) ?? null}
              onChange={(event) => set({ path: event.target.value })}
            />
          </div>
        )}
      </Rows>
      <TextArea
        label="Sample answer"
        rows={5}
        value={draft.sampleAnswer}
        readOnly={readOnly}
        code
        placeholder={'{ "slots": [{ "id": "a1", "start": "2026-10-13T09:00" }] }'}
        hint={
          draft.changes
            ? 'Used in the sandbox and in tries in place of the real one.'
            : 'For whoever reads this page. A tool that changes nothing is run in the sandbox too.'
        }
        error={errors.get('sampleAnswer') ?? null}
        onChange={(event) => change({ sampleAnswer: event.target.value })}
      />
    </FormCard>
  );
}

import { toolLimits } from '@parley/contract';
import { randomId } from '../../../lib/random-id.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { CardProps } from './card-props.ts';
import { Rows } from './rows.tsx';
import { type ConstantRow, constantTypes } from './tool-draft.ts';

/** Inputs with a fixed value, which the model neither sees nor changes. */
export function ConstantRows({ draft, errors, readOnly, change }: CardProps) {
  return (
    <Rows
      label="Constants"
      hint="Inputs that are always the same. The model never sees them and cannot change them."
      rows={draft.constants}
      max={toolLimits.constantsMax}
      add="Add Constant"
      readOnly={readOnly}
      newRow={(): ConstantRow => ({ id: randomId(), name: '', type: 'text', text: '' })}
      nameOf={({ name }, index) => (name.trim() === '' ? `constant ${index + 1}` : name)}
      onChange={(constants) => change({ constants })}
    >
      {(row, index, set) => {
        const error = errors.get(`constants.${index}.value`) ?? null;
        return (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)]">
            <TextField
              label="Constant"
              value={row.name}
              readOnly={readOnly}
              autoComplete="off"
              spellCheck={false}
              placeholder="practice_id"
              error={errors.get(`constants.${index}.name`) ?? errors.get(`constants.${index}`) ?? null}
              onChange={(event) => set({ name: event.target.value })}
            />
            <NativeSelect
              label="Type"
              value={row.type}
              disabled={readOnly}
              options={constantTypes}
              onValueChange={(value) => {
                const chosen = constantTypes.find((each) => each.value === value);
                if (chosen !== undefined)
                  set({ type: chosen.value, text: chosen.value === 'yes-no' ? 'yes' : '' });
              }}
            />
            {row.type === 'yes-no' ? (
              <NativeSelect
                label="Value"
                value={row.text}
                disabled={readOnly}
                options={[
                  { value: 'yes', label: 'Yes' },
                  { value: 'no', label: 'No' },
                ]}
                error={error}
                onValueChange={(text) => set({ text })}
              />
            ) : (
              <TextField
                label="Value"
                value={row.text}
                readOnly={readOnly}
                autoComplete="off"
                inputMode={row.type === 'number' ? 'decimal' : 'text'}
                error={error}
                onChange={(event) => set({ text: event.target.value })}
              />
            )}
          </div>
        );
      }}
    </Rows>
  );
}

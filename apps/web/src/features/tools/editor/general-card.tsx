import { toolLimits } from '@parley/contract';
import { countFrom } from '../../../lib/text-count.ts';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { FormCard } from '../form-card.tsx';
import type { CardProps } from './card-props.ts';

export function GeneralCard({ draft, errors, readOnly, change }: CardProps) {
  return (
    <FormCard title="General">
      <TextField
        label="Name *"
        value={draft.name}
        readOnly={readOnly}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="find_free_times"
        hint="Small letters, digits and underscores. The model calls the tool by it."
        error={errors.get('name') ?? null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="What it is for *"
        rows={3}
        value={draft.purpose}
        readOnly={readOnly}
        placeholder="Finds free appointment times of the practice on a day. Use it before you offer a time."
        hint="The model reads this to decide when to use the tool. Say what it answers, and when to use it."
        error={errors.get('purpose') ?? null}
        count={countFrom(draft.purpose, toolLimits.purposeMax)}
        onChange={(event) => change({ purpose: event.target.value })}
      />
    </FormCard>
  );
}

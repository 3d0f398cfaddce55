import { ConductFields } from '../conduct-fields.tsx';
import { FormCard } from '../form-card.tsx';
import type { CardProps } from './card-props.ts';

/** What follows from a call of the tool, and what is said while it runs. */
export function EffectsCard({ draft, errors, readOnly, change }: CardProps) {
  return (
    <FormCard title="In a Call">
      <ConductFields
        values={draft}
        error={(field) => errors.get(field) ?? null}
        readOnly={readOnly}
        change={change}
      />
    </FormCard>
  );
}

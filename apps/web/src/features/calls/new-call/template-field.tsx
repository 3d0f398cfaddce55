import type { Template } from '@parley/contract';
import { SelectField } from '../../../ui/select.tsx';

/** The select has no empty value. Ids are UUIDs, so no template has this one. */
const noTemplate = 'none';

interface TemplateFieldProps {
  templates: readonly Template[];
  chosen: Template | null;
  onChoose: (template: Template | null) => void;
}

export function TemplateField({ templates, chosen, onChoose }: TemplateFieldProps) {
  return (
    <SelectField
      label="Template (Optional)"
      options={[
        { value: noTemplate, label: 'No template' },
        ...templates.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={chosen?._id ?? noTemplate}
      onValueChange={(value) => onChoose(templates.find(({ _id }) => _id === value) ?? null)}
      hint="Select a template to pre-fill the instructions, or leave empty to write custom instructions."
    />
  );
}

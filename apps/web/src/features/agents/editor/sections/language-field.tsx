import { agentLanguages, languageName } from '@parley/contract';
import { useState } from 'react';
import { SelectField } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useEditor, useProblem } from '../editor-context.ts';
import { useWarningNote } from '../fields.tsx';

interface LanguageFieldProps {
  label: string;
  /** Where the language is in the config, such as `speech.language`. */
  path: string;
  value: string;
  onChange: (language: string) => void;
}

const other = 'other';
const offered = Object.entries(agentLanguages).map(([value, label]) => ({ value, label }));

/** A language in which everything exists, or any other one by its tag. */
export function LanguageField({ label, path, value, onChange }: LanguageFieldProps) {
  const { readOnly } = useEditor();
  const error = useProblem()(path);
  const [naming, setNaming] = useState(false);
  const isNamed = naming || !Object.hasOwn(agentLanguages, value);
  const warning = useWarningNote()(path);
  const note = error === null && value !== '' ? warning : null;

  function choose(chosen: string): void {
    setNaming(chosen === other);
    onChange(chosen === other ? '' : chosen);
  }

  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={label}
        value={isNamed ? other : value}
        onValueChange={choose}
        disabled={readOnly}
        {...(isNamed ? {} : { error, note })}
        options={[...offered, { value: other, label: 'Another language, by its tag...' }]}
      />
      {isNamed && (
        <TextField
          label={`${label} tag`}
          value={value}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          error={value === '' && naming ? null : error}
          note={note}
          hint={tagHint(value)}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
    </div>
  );
}

/** Names the language as soon as the tag is one. */
function tagHint(tag: string): string {
  const name = languageName(tag);
  return name === tag ? 'Such as it-IT for Italian or nl-NL for Dutch.' : `${name}.`;
}

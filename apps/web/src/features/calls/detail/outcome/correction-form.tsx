import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { useDraftText } from '../../../../lib/drafts.ts';
import type { OutcomeValue } from '../../../../lib/parsing/outcomes.ts';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { parseTyped, typedOf } from './typed-value.ts';
import { useCorrect } from './use-outcome-actions.ts';

/** What is corrected: a field of the call, or its result. */
export interface Corrected {
  id: string;
  label: string;
  type: string;
  choices: readonly { value: string; label: string }[];
}

interface CorrectionFormProps {
  callId: string;
  corrected: Corrected;
  value: OutcomeValue | null;
  revision: number;
  onClose: () => void;
}

/** In the place of the value. Enter saves, Esc leaves it as it was; an empty field means that it is not known. */
export function CorrectionForm({ callId, corrected, value, revision, onClose: close }: CorrectionFormProps) {
  const draft = useDraftText(`outcome:${callId}:${corrected.id}`, typedOf(value));
  const { text: typed, setText: setTyped } = draft;
  const onClose = () => {
    draft.clear();
    close();
  };
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useCorrect(callId, { onSaved: onClose, onFailed: setError });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const result = parseTyped(corrected.type, typed);
    setError('error' in result ? result.error : null);
    if ('value' in result) send({ field: corrected.id, revision, value: result.value });
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  }

  const change = (next: string) => {
    setTyped(next);
    setError(null);
  };
  return (
    <form noValidate onSubmit={submit} onKeyDown={closeOnEscape} className="grid gap-2 py-1">
      <ValueField corrected={corrected} typed={typed} error={error} onChange={change} />
      <div className="flex gap-2">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ValueFieldProps {
  corrected: Corrected;
  typed: string;
  error: string | null;
  onChange: (typed: string) => void;
}

const inputTypes: Readonly<Record<string, string>> = { date: 'date', time: 'time' };
const notKnown = { value: '', label: 'Not known' };

function ValueField({ corrected, typed, error, onChange }: ValueFieldProps) {
  const { label, type, choices } = corrected;
  if (choices.length > 0)
    return (
      <NativeSelect
        label={label}
        autoFocus
        options={[notKnown, ...choices]}
        value={typed}
        error={error}
        onValueChange={onChange}
      />
    );
  return (
    <TextField
      label={label}
      autoFocus
      autoComplete="off"
      type={inputTypes[type] ?? 'text'}
      {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
      value={typed}
      error={error}
      hint="Empty means that it is not known."
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

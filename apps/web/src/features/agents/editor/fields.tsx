import { agentPlaceholders } from '@parley/contract';
import type { ReactNode } from 'react';
import { countFrom, isTooLong } from '../../../lib/text-count.ts';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { type FieldPath, useField, useWarning, type ValueAt } from './editor-context.ts';

/** The fields that hold a value of this type. */
type PathTo<Value> = { [Path in FieldPath]: ValueAt<Path> extends Value ? Path : never }[FieldPath];

interface Texts {
  label: ReactNode;
  hint?: ReactNode;
  note?: ReactNode;
  className?: string;
}

interface TextAtProps extends Texts {
  path: PathTo<string | undefined>;
  max: number;
  placeholder?: string;
  /** Several lines. */
  rows?: number;
}

export function TextAt({ path, max, rows, hint, note, ...rest }: TextAtProps) {
  const { value, set, error, readOnly } = useField(path);
  const text = value ?? '';
  const props = {
    ...rest,
    ...(hint === undefined ? {} : { hint }),
    ...(note === undefined ? {} : { note }),
    value: text,
    readOnly,
    autoComplete: 'off',
    // Too many characters are a problem with a sentence of its own.
    error: isTooLong(text, max) ? null : error,
    count: countFrom(text, max),
  };
  return rows === undefined ? (
    <TextField {...props} name={path} onChange={(event) => set(event.target.value)} />
  ) : (
    <TextArea {...props} name={path} rows={rows} onChange={(event) => set(event.target.value)} />
  );
}

export function SwitchAt({
  path,
  label,
  hint,
}: {
  path: PathTo<boolean>;
  label: ReactNode;
  hint?: ReactNode;
}) {
  const { value, set, readOnly } = useField(path);
  return (
    <SwitchField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      checked={value}
      onCheckedChange={set}
      disabled={readOnly}
    />
  );
}

interface NumberAtProps extends Texts {
  path: PathTo<number | null>;
  /** What applies while the field is empty. */
  placeholder: string;
  step?: number;
  min: number;
  max: number;
}

/** An empty field is null: the default. */
export function NumberAt({ path, ...rest }: NumberAtProps) {
  const { value, set, error, readOnly } = useField(path);
  return (
    <TextField
      {...rest}
      name={path}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      readOnly={readOnly}
      value={value ?? ''}
      error={error}
      onChange={(event) => set(Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber)}
    />
  );
}

/** For the note of a field: what somebody should know about the value at a place. */
export function useWarningNote(): (path: string) => ReactNode {
  const warning = useWarning();
  return (path) => {
    const sentences = warning(path);
    return sentences === null ? null : <span className="text-amber">{sentences}</span>;
  };
}

/** What may stand in angle brackets in the texts of an agent. */
export function PlaceholderHint() {
  return (
    <>
      {'Filled when a call begins: '}
      {Object.entries(agentPlaceholders).map(([name, meaning], index) => (
        <span key={name} title={meaning}>
          {index === 0 ? '' : ', '}
          <code className="whitespace-nowrap font-mono text-xs">{`<${name}>`}</code>
        </span>
      ))}
    </>
  );
}

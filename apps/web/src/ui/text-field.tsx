import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClasses, Field } from './field.tsx';

interface Labelled {
  label: ReactNode;
  hint?: ReactNode;
  hintAbove?: boolean;
  error?: string | null | undefined;
  /** Classes of the whole field, for its place in a layout. */
  className?: string;
}

export type TextFieldProps = Labelled & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, hintAbove, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} hintAbove={hintAbove} error={error} className={className}>
      {(control) => <input {...input} {...control} className={cx(controlClasses, 'h-9')} />}
    </Field>
  );
}

export type TextAreaProps = Labelled & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, hint, hintAbove, error, className, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} hintAbove={hintAbove} error={error} className={className}>
      {(control) => (
        <textarea {...textarea} {...control} className={cx(controlClasses, 'min-h-20 resize-y py-2')} />
      )}
    </Field>
  );
}

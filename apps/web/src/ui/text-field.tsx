import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClasses, Field, type FieldTexts } from './field.tsx';

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField(props: TextFieldProps) {
  const { label, hint, hintAbove, error, note, count, action, className, ...input } = props;
  const texts = { label, hint, hintAbove, error, note, count, action, className };
  return (
    <Field {...texts}>
      {(control) => <input {...input} {...control} className={cx(controlClasses, 'h-9')} />}
    </Field>
  );
}

export type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
    /** For JSON and the like, which nobody's spelling corrects. */
    code?: boolean;
  };

export function TextArea(props: TextAreaProps) {
  const { label, hint, hintAbove, error, note, count, action, className, code = false, ...textarea } = props;
  const texts = { label, hint, hintAbove, error, note, count, action, className };
  return (
    <Field {...texts}>
      {(control) => (
        <textarea
          {...(code && { spellCheck: false })}
          {...textarea}
          {...control}
          className={cx(controlClasses, 'min-h-20 resize-y py-2', code && 'font-mono')}
        />
      )}
    </Field>
  );
}

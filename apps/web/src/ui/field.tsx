import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** What a control inside a field wears so that its label, hint and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Where the hint stands; above when it speaks of what comes below it. */
  hintAbove?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, then hint and error below. */
export function Field({ label, hint, hintAbove = false, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? null : `${id}-hint`;
  const errorId = error ? `${id}-error` : null;
  const describedBy = [errorId, hintId].filter((part) => part !== null).join(' ');
  const hintLine = hintId !== null && (
    <p id={hintId} className="text-ink-3 text-sm">
      {hint}
    </p>
  );
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ink text-sm">
        {label}
      </label>
      {hintAbove && hintLine}
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errorId === null ? undefined : true,
      })}
      {errorId !== null && (
        <p id={errorId} className="text-red text-sm">
          {error}
        </p>
      )}
      {!hintAbove && hintLine}
    </div>
  );
}

/** The look shared by everything one types or chooses in. Below 16 px a phone would zoom in on focus. */
export const controlClasses = cx(
  'w-full rounded-box border border-control bg-surface px-3 text-ink text-md sm:text-base placeholder:text-ink-3',
  'aria-invalid:border-red disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-2',
  'read-only:[&:is(input)]:border-line read-only:[&:is(input)]:bg-sunken',
);

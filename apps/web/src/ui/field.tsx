import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { numberText } from './number-text.ts';

/** Attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Shows the hint above the control, when it is about what is below it. */
  hintAbove?: boolean | undefined;
  error?: string | null | undefined;
  /** A note about the value of the field; not an error. */
  note?: ReactNode;
  /** Length and limit of the value; exceeding the limit is an error. */
  count?: { length: number; max: number } | undefined;
  /** A button below the field, such as Retry. */
  action?: ReactNode;
  /** Classes of the whole field, for its position in a layout. */
  className?: string | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, then error, note and hint below. */
export function Field({
  label,
  hint,
  hintAbove = false,
  note,
  count,
  action,
  className,
  ...props
}: FieldProps) {
  const id = useId();
  const error = props.error || excessText(count);
  const hintId = hint === undefined ? null : `${id}-hint`;
  const noteId = note ? `${id}-note` : null;
  const errorId = error ? `${id}-error` : null;
  const describedBy = [errorId, noteId, hintId].filter((part) => part !== null).join(' ');
  const hintLine = hintId !== null && (
    <p id={hintId} className="text-ink-3 text-sm">
      {hint}
    </p>
  );
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {count !== undefined && <Count {...count} />}
      </div>
      {hintAbove && hintLine}
      {props.children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errorId === null ? undefined : true,
      })}
      {errorId !== null && (
        <p id={errorId} className="wrap-anywhere text-red text-sm">
          {error}
        </p>
      )}
      {noteId !== null && (
        <div id={noteId} className="wrap-anywhere text-sm">
          {note}
        </div>
      )}
      {!hintAbove && hintLine}
      {action}
    </div>
  );
}

/** Hidden from screen readers, which would announce it with every key. */
function Count({ length, max }: { length: number; max: number }) {
  if (length === 0) return null;
  return (
    <span
      aria-hidden="true"
      className={cx('shrink-0 text-xs tabular-nums', length > max ? 'font-medium text-red' : 'text-ink-3')}
    >
      {`${numberText(length)} / ${numberText(max)}`}
    </span>
  );
}

function excessText(count: FieldTexts['count']): string | null {
  if (count === undefined || count.length <= count.max) return null;
  const excess = count.length - count.max;
  const limit = `At most ${numberText(count.max)} characters`;
  return excess === 1 ? `${limit}: one too many.` : `${limit}: ${numberText(excess)} too many.`;
}

/** Shared by all text and select controls. Phones zoom in on focus when the font is smaller than 16 px. */
export const controlClasses = cx(
  'w-full rounded-box border border-control bg-surface px-3 text-ink text-md sm:text-base placeholder:text-ink-3',
  'aria-invalid:border-red disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-2',
  'read-only:[&:is(input,textarea)]:border-line read-only:[&:is(input,textarea)]:bg-sunken',
);

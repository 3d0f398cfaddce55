import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** What a control inside a field wears so that its label, hint and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Where the hint stands; above when it speaks of what comes below it. */
  hintAbove?: boolean | undefined;
  error?: string | null | undefined;
  /** Something worth knowing about what stands in the field; no error. */
  note?: ReactNode;
  /** How much of the room is taken; what goes beyond is an error. */
  count?: { length: number; max: number } | undefined;
  /** A button below the field, such as Retry. */
  action?: ReactNode;
  /** Classes of the whole field, for its place in a layout. */
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

/** Read by the eye alone: read out with every key it would drown what is being written. */
function Count({ length, max }: { length: number; max: number }) {
  if (length === 0) return null;
  return (
    <span
      aria-hidden="true"
      className={cx('shrink-0 text-xs tabular-nums', length > max ? 'font-medium text-red' : 'text-ink-3')}
    >
      {`${inThousands(length)} / ${inThousands(max)}`}
    </span>
  );
}

function excessText(count: FieldTexts['count']): string | null {
  if (count === undefined || count.length <= count.max) return null;
  const excess = count.length - count.max;
  const limit = `At most ${inThousands(count.max)} characters`;
  return excess === 1 ? `${limit}: one too many.` : `${limit}: ${inThousands(excess)} too many.`;
}

function inThousands(count: number): string {
  return count.toLocaleString('en-US');
}

/** The look shared by everything one types or chooses in. Below 16 px a phone would zoom in on focus. */
export const controlClasses = cx(
  'w-full rounded-box border border-control bg-surface px-3 text-ink text-md sm:text-base placeholder:text-ink-3',
  'aria-invalid:border-red disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-2',
  'read-only:[&:is(input)]:border-line read-only:[&:is(input)]:bg-sunken',
);

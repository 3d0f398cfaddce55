import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { chooseByArrow } from './radio-keys.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** What it means, below the label. */
  hint?: ReactNode;
}

interface ChoiceFieldProps<Value extends string> {
  label: ReactNode;
  /** Leaves the label to screen readers, where a heading says the same. */
  labelHidden?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  /** Side by side where there is room. */
  columns?: 1 | 2 | 3;
}

const columnClasses = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' } as const;

/** A few choices, all of them in view, each in a box with its explanation. Arrow keys move between them. */
export function ChoiceField<Value extends string>({
  label,
  labelHidden = false,
  choices,
  value,
  onValueChange,
  disabled = false,
  columns = 1,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <span id={id} className={labelHidden ? 'sr-only' : 'font-medium text-sm'}>
        {label}
      </span>
      <Radix.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        onKeyDown={(event) =>
          chooseByArrow(
            event,
            choices.map((choice) => choice.value),
            onValueChange,
          )
        }
        disabled={disabled}
        className={cx('grid gap-2', columnClasses[columns])}
      >
        {choices.map((choice) => (
          <Radix.Item
            key={choice.value}
            value={choice.value}
            className={cx(
              'group flex items-start gap-2.5 rounded-box border border-control px-3 py-2 text-left',
              'hover:bg-sunken data-[state=checked]:border-ink-2 data-[state=checked]:bg-sunken disabled:cursor-not-allowed disabled:opacity-70',
            )}
          >
            <span
              aria-hidden="true"
              className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border border-control bg-surface"
            >
              <Radix.Indicator className="size-2 rounded-full bg-ink" />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{choice.label}</span>
              {choice.hint !== undefined && (
                <span className="block text-ink-3 text-sm group-data-[state=checked]:text-ink-2">
                  {choice.hint}
                </span>
              )}
            </span>
          </Radix.Item>
        ))}
      </Radix.Root>
    </div>
  );
}

import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchFieldProps {
  label: ReactNode;
  /** What it means, in one line below the label. */
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A switch with its label on the left; a click on the label switches too. */
export function SwitchField({ label, hint, checked, onCheckedChange, disabled = false }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-ink-3 text-sm">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        className="mt-0.5 inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-surface px-0.5 transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-transparent data-[state=checked]:bg-ink-2"
      >
        <Radix.Thumb className="size-3.5 rounded-full bg-ink-2 transition-transform duration-100 data-[state=checked]:translate-x-[1.0625rem] data-[state=checked]:bg-surface" />
      </Radix.Root>
    </div>
  );
}

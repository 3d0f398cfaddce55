import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClasses, Field, type FieldTexts } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  /** A decoration before the label, such as a badge. */
  mark?: ReactNode;
}

export interface SelectFieldProps extends Omit<FieldTexts, 'count'> {
  options: readonly SelectOption[];
  /** The empty string means no selection. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { options, placeholder, required = false, disabled = false } = props;
  const { label, hint, error, note, action, className } = props;
  return (
    <Field label={label} hint={hint} error={error} note={note} action={action} className={className}>
      {(control) => (
        <Radix.Root
          value={props.value}
          onValueChange={props.onValueChange}
          disabled={disabled}
          required={required}
        >
          <Radix.Trigger
            {...control}
            className={cx(
              controlClasses,
              'flex h-9 items-center justify-between gap-2 text-left data-placeholder:text-ink-3',
            )}
          >
            <span className="truncate">
              <Radix.Value placeholder={placeholder} />
            </span>
            <Radix.Icon asChild>
              <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={4}
              className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-box border bg-surface shadow-pop"
            >
              <Radix.Viewport className="p-1">
                {options.map((option) => (
                  <Option key={option.value} option={option} />
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  );
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      className="flex min-h-9 select-none items-center gap-2 rounded-box px-2 outline-none data-highlighted:bg-sunken"
    >
      <Radix.ItemText>
        <span className="flex items-center gap-2">
          {option.mark}
          {option.label}
        </span>
      </Radix.ItemText>
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden="true" className="size-4 text-ink-2" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

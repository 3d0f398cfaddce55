import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { cx } from './cx.ts';
import { controlClasses, Field, type FieldTexts } from './field.tsx';
import type { SelectOption } from './select.tsx';

interface NativeSelectProps extends Omit<FieldTexts, 'count'> {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  /** It has the focus when the dialog around it opens. */
  focusInDialog?: boolean;
}

/** For lists of hundreds: the browser's own, which is quick, and which phones show in their way. */
export function NativeSelect({
  options,
  value,
  onValueChange,
  disabled = false,
  autoFocus = false,
  focusInDialog = false,
  ...texts
}: NativeSelectProps) {
  return (
    <Field {...texts}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            {...(focusInDialog && { 'data-autofocus': true })}
            value={value}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: where a field takes the place of the button that was pressed
            autoFocus={autoFocus}
            onChange={(event) => onValueChange(event.target.value)}
            className={cx(controlClasses, 'h-9 appearance-none truncate pr-9')}
          >
            <Options options={options} />
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-2.5 right-3 size-4 text-ink-3"
          />
        </div>
      )}
    </Field>
  );
}

/** Hundreds of them are rendered again only when they are others. */
const Options = memo(function Options({ options }: Pick<NativeSelectProps, 'options'>) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
});

import { RadioGroup as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { chooseByArrow } from './radio-keys.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface SegmentsProps<Value extends string> {
  /** For screen readers. */
  label: string;
  /** To be found by a shortcut. */
  id?: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** A few short choices side by side, one of them chosen: a filter. Arrow keys move between them. */
export function Segments<Value extends string>({
  label,
  id,
  segments,
  value,
  onValueChange,
}: SegmentsProps<Value>) {
  return (
    <Radix.Root
      id={id}
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      onKeyDown={(event) =>
        chooseByArrow(
          event,
          segments.map((segment) => segment.value),
          onValueChange,
        )
      }
      className="flex flex-wrap gap-1"
    >
      {segments.map((segment) => (
        <Radix.Item
          key={segment.value}
          value={segment.value}
          className={cx(
            'inline-flex h-8 items-center gap-1.5 rounded-box border px-2.5 font-medium text-sm',
            'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
            'data-[state=checked]:border-control data-[state=checked]:bg-surface data-[state=checked]:text-ink',
          )}
        >
          {segment.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}

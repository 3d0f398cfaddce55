import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** For screen readers, and the tooltip. */
  label: string;
}

export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-box text-ink-2',
        'transition-colors duration-100 hover:bg-sunken hover:text-ink disabled:opacity-55',
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence about the next step. */
  children: ReactNode;
  /** The button for it. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon: Icon, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-5 py-12 text-center', className)}>
      <Icon aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.5} />
      <p className="max-w-sm text-balance text-ink-2">{children}</p>
      {action}
    </div>
  );
}

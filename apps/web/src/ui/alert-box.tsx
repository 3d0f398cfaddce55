import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  red: { box: 'border-red/40 bg-red-soft', mark: 'text-red', icon: CircleAlert },
  amber: { box: 'border-amber/40 bg-amber-soft', mark: 'text-amber', icon: Info },
  green: { box: 'border-green/40 bg-green-soft', mark: 'text-green', icon: CircleCheck },
  grey: { box: 'bg-sunken', mark: 'text-ink-2', icon: Info },
} as const;

interface AlertBoxProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children: ReactNode;
  /** A button beside the text, such as Retry. */
  action?: ReactNode;
  /** Stays visible at the bottom edge while its form is longer than the window. */
  sticky?: boolean;
  className?: string;
}

/** Announced by screen readers when it appears; red for errors. */
export function AlertBox({
  tone = 'red',
  title,
  children,
  action,
  sticky = false,
  className,
}: AlertBoxProps) {
  const { box, mark, icon: Icon } = tones[tone];
  // A single line of text is centered beside its button.
  const isOneLine = title === undefined && action !== undefined;
  return (
    <div
      role={tone === 'red' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-box border px-3.5 py-3',
        isOneLine ? 'items-center' : 'items-start',
        box,
        sticky && 'sticky bottom-3 z-10 shadow-pop',
        className,
      )}
    >
      <Icon aria-hidden="true" className={cx('size-4 shrink-0', !isOneLine && 'mt-0.5', mark)} />
      <div className="min-w-0 flex-1 basis-40 text-ink">
        {title !== undefined && <p className={cx('font-semibold', mark)}>{title}</p>}
        <div className="wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  );
}

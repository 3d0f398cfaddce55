import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cx('rounded-box border bg-surface', className)} {...rest} />;
}

interface CardHeaderProps {
  title: ReactNode;
  /** Labels the section: pass the same id to the card's `aria-labelledby`. */
  titleId?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

export function CardHeader({ title, titleId, subtitle, actions, className }: CardHeaderProps) {
  return (
    <header
      className={cx(
        'flex flex-wrap justify-between gap-x-4 gap-y-2 px-5 py-4',
        subtitle === undefined ? 'items-center' : 'items-start',
        className,
      )}
    >
      <div className="min-w-0">
        <h2 id={titleId} className="font-semibold text-md">
          {title}
        </h2>
        {subtitle !== undefined && <p className="mt-0.5 text-ink-2 text-sm">{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('px-5 pb-5', className)} {...rest} />;
}

import { cx } from './cx.ts';

export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('size-6 shrink-0', className)}>
      <path d="M5 3h8.5a6.5 6.5 0 0 1 0 13H10l-5 5z" fill="currentColor" />
      <circle cx="9.4" cy="9.5" r="1.2" className="fill-surface" />
      <circle cx="13" cy="9.5" r="1.2" className="fill-surface" />
      <circle cx="16.6" cy="9.5" r="1.2" className="fill-surface" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 font-semibold text-md tracking-tight', className)}>
      <LogoMark />
      Parley
    </span>
  );
}

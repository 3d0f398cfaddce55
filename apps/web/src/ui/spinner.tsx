import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** Decoration only: the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx('size-4 shrink-0 animate-spin', className)} />;
}

/** A spinner with text, in the middle of the space of the content. */
export function LoadingNote({ children, className }: { children: string; className?: string }) {
  return (
    <div role="status" className={cx('flex items-center justify-center gap-2 py-12 text-ink-2', className)}>
      <Spinner />
      <span>{children}</span>
    </div>
  );
}

import { cx } from './cx.ts';

interface CodeBlockProps {
  /** For screen readers: what is shown. */
  label: string;
  children: string;
  className?: string;
}

/** JSON and the like, as it is written. Long lines wrap; what is higher scrolls, by keyboard too. */
export function CodeBlock({ label, children, className }: CodeBlockProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
      tabIndex={0}
      className={cx('max-h-72 overflow-y-auto rounded-box border bg-sunken px-3 py-2 text-ink-2', className)}
    >
      <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{children}</pre>
    </section>
  );
}

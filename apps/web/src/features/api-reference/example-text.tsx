import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface ExampleTextProps {
  title: string;
  /** For screen readers. */
  label: string;
  children: string;
}

/** A text to be copied. The page is for visitors too, so it has none of the parts that only the desk loads. */
export function ExampleText({ title, label, children }: ExampleTextProps) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-medium text-sm">{title}</h4>
        <Button
          aria-label={copied ? 'Copied' : `Copy: ${label}`}
          onClick={() => {
            // Denied by the browser: the text can still be selected.
            void navigator.clipboard
              ?.writeText(children)
              .then(() => setCopied(true))
              .catch(() => {});
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-box border bg-surface px-3 py-2 text-ink-2"
      >
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{children}</pre>
      </section>
    </div>
  );
}

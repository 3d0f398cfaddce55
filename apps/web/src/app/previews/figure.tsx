import type { ReactNode } from 'react';

/** An example of a screen, with a caption. */
export function PreviewFigure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-box border bg-surface text-base">{children}</div>
      <figcaption className="mt-2 text-ink-3 text-sm">{caption}</figcaption>
    </figure>
  );
}

import type { ReactNode } from 'react';

interface PageHeadingProps {
  /** The heading, and the document's title before the product's name. */
  title: string;
  /** When the tab should say something else than the heading. */
  documentTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The one h1 of a page. It can take the focus, so that a change of page is read out. */
export function PageHeading({ title, documentTitle, subtitle, actions }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <DocumentTitle>{documentTitle ?? title}</DocumentTitle>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
          {title}
        </h1>
        {subtitle !== undefined && <p className="mt-1 text-ink-2">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} · Parley`}</title>;
}

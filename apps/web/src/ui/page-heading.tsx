import type { ReactNode } from 'react';

interface PageHeadingProps {
  /** The heading, and the first part of the document title. */
  title: string;
  /** When the document title differs from the heading. */
  documentTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The h1 of a page. It is focusable, so that screen readers announce a change of page. */
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

import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { cx } from '../../../ui/cx.ts';
import { LeavingLink } from './leaving-link.tsx';
import type { MarkdownNode } from './markdown-nodes.ts';
import { withStrikes } from './markdown-strikes.ts';
import { withTable } from './markdown-tables.ts';

/** A summary's headings stand below the card's own. */
function Heading({ children }: { children?: ReactNode }) {
  return <h3 className="font-semibold">{children}</h3>;
}

/** A wide table scrolls by itself, also by keyboard, instead of widening the page. */
function Table({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-box border">
      <table className="w-full border-collapse text-sm">{children}</table>
    </section>
  );
}

/** Tables and strike-through, which the reader does not know by itself. */
function tablesAndStrikes() {
  return extend;
}

function extend(node: MarkdownNode): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => (child.type === 'paragraph' ? withTable(child) : [child]));
  for (const child of node.children) extend(child);
  node.children = withStrikes(node.children);
}

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <LeavingLink href={href}>{children}</LeavingLink>,
  table: Table,
  // A picture would be fetched from wherever a caller's words point to; its description stays.
  img: ({ alt }) => <>{alt}</>,
};

/** No raw HTML, no pictures; links ask before they open a new tab that knows nothing of this one. */
export function Markdown({ children }: { children: string }) {
  return (
    <div
      className={cx(
        'wrap-anywhere grid gap-2 [&_del]:text-ink-3',
        '[&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li]:marker:text-ink-3',
        '[&_code]:rounded-box [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm',
        '[&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-ink-2 [&_pre]:overflow-x-auto',
        '[&_th]:bg-sunken [&_th]:px-2.5 [&_th]:py-1.5 [&_th]:text-left [&_th]:font-medium [&_td]:border-t [&_td]:px-2.5 [&_td]:py-1.5 [&_td]:align-top',
      )}
    >
      <ReactMarkdown skipHtml remarkPlugins={[tablesAndStrikes]} components={components}>
        {children}
      </ReactMarkdown>
    </div>
  );
}

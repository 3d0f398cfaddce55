import { type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { cx } from '../../../ui/cx.ts';
import type { MarkdownNode } from './markdown-nodes.ts';
import { withStrikethrough } from './markdown-strikethrough.ts';
import { withTable } from './markdown-tables.ts';
import { splitAt } from './marked-text.tsx';
import { UntrustedLink } from './untrusted-link.tsx';

/** Headings of a summary are one level below the heading of the card. */
function Heading({ children }: { children?: ReactNode }) {
  return <h3 className="font-semibold">{children}</h3>;
}

/** A wide table scrolls on its own, also by keyboard, instead of widening the page. */
function Table({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-box border">
      <table className="w-full border-collapse text-sm">{children}</table>
    </section>
  );
}

/** A remark plugin for tables and strikethrough, which react-markdown does not support by itself. */
function tablesAndStrikethrough() {
  return extend;
}

function extend(node: MarkdownNode): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => (child.type === 'paragraph' ? withTable(child) : [child]));
  for (const child of node.children) extend(child);
  node.children = withStrikethrough(node.children);
}

/** A remark plugin that marks the words that the call was found by. */
const marking = (words: readonly string[]) => () => (tree: MarkdownNode) => mark(tree, words);

function mark(node: MarkdownNode, words: readonly string[]): void {
  if (node.children === undefined || words.length === 0) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') return [child];
    return splitAt(child.value ?? '', words).map((value, index) => {
      const text = { type: 'text', value };
      return index % 2 === 1 ? { type: 'mark', data: { hName: 'mark' }, children: [text] } : text;
    });
  });
  for (const child of node.children) if (child.type !== 'mark') mark(child, words);
}

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <UntrustedLink href={href}>{children}</UntrustedLink>,
  table: Table,
  // An image would be fetched from an address that a caller can choose, so only its description is shown.
  img: ({ alt }) => <>{alt}</>,
};

const none: readonly string[] = [];

/** Without raw HTML and images; links open after a confirmation, in a new tab without an opener. */
export function Markdown({ children, marked = none }: { children: string; marked?: readonly string[] }) {
  const plugins = useMemo(() => [tablesAndStrikethrough, marking(marked)], [marked]);
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
      <ReactMarkdown skipHtml remarkPlugins={plugins} components={components}>
        {children}
      </ReactMarkdown>
    </div>
  );
}

import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { cx } from '../../../ui/cx.ts';

/** A summary's headings stand below the card's own. */
function Heading({ children }: { children?: ReactNode }) {
  return <h3 className="font-semibold">{children}</h3>;
}

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // A picture would be fetched from wherever a caller's words point to; its description stays.
  img: ({ alt }) => <>{alt}</>,
};

/** No raw HTML, no pictures; links open in a new tab that knows nothing of this one. */
export function Markdown({ children }: { children: string }) {
  return (
    <div
      className={cx(
        'wrap-anywhere grid gap-2 [&_a]:underline [&_a]:underline-offset-4',
        '[&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li]:marker:text-ink-3',
        '[&_code]:rounded-box [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm',
        '[&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-ink-2 [&_pre]:overflow-x-auto',
      )}
    >
      <ReactMarkdown skipHtml components={components}>
        {children}
      </ReactMarkdown>
    </div>
  );
}

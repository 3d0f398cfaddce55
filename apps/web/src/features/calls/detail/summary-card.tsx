import { lazy, Suspense, useId } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { plainText } from '../plain-text.ts';

/** The markdown reader is large and comes only with a summary; without it the bare text is still readable. */
const Markdown = lazy(() =>
  import('./markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: PlainText }),
  ),
);

export function SummaryCard({ summary }: { summary: string }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="AI Summary"
        titleId={titleId}
        subtitle="AI-generated summary of the conversation"
        className="pb-2"
      />
      <CardBody>
        <Suspense fallback={<PlainText>{summary}</PlainText>}>
          <Markdown>{summary}</Markdown>
        </Suspense>
      </CardBody>
    </Card>
  );
}

function PlainText({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{plainText(children)}</p>;
}

import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { plainText } from '../plain-text.ts';
import { MarkedText, useMarkedWords } from './marked-text.tsx';

/** The markdown renderer is large, so it is loaded only for a summary; until then the plain text is shown. */
const Markdown = lazy(() =>
  import('./markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: PlainText }),
  ),
);

interface SummaryCardProps {
  summary: string;
  /** Its last part, which is not written but kept: the follow-ups. Null where they stand elsewhere. */
  nextSteps: ReactNode;
}

export function SummaryCard({ summary, nextSteps }: SummaryCardProps) {
  const titleId = useId();
  const marked = useMarkedWords();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="AI Summary"
        titleId={titleId}
        subtitle="AI-generated summary of the conversation"
        className="pb-2"
      />
      <CardBody>
        <Suspense fallback={<PlainText marked={marked}>{summary}</PlainText>}>
          <Markdown marked={marked}>{summary}</Markdown>
        </Suspense>
        {nextSteps !== null && (
          <div className="mt-4 grid gap-2 border-t pt-4">
            <h3 className="font-semibold">What to do next</h3>
            {nextSteps}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function PlainText({ children, marked }: { children: string; marked: readonly string[] }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      <MarkedText text={plainText(children)} words={marked} />
    </p>
  );
}

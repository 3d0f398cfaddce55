import { useId } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { MarkedText, useMarkedWords } from './marked-text.tsx';

export function InstructionsCard({ instructions }: { instructions: string | null }) {
  const titleId = useId();
  const marked = useMarkedWords();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title="Call Instructions" titleId={titleId} className="pb-2" />
      <CardBody>
        {instructions === null || instructions === '' ? (
          <p className="text-ink-3">No instructions were given for this call.</p>
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">
            <MarkedText text={instructions} words={marked} />
          </p>
        )}
      </CardBody>
    </Card>
  );
}

import { type ReactNode, useId } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

/** For a call without a summary, whose last part they are otherwise. */
export function FollowUpsCard({ children }: { children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title="Follow-ups" titleId={titleId} className="pb-2" />
      <CardBody>{children}</CardBody>
    </Card>
  );
}

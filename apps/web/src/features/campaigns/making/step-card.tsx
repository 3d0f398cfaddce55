import { type ReactNode, useId } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

interface StepCardProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of a step. */
export function StepCard({ title, subtitle, actions, children }: StepCardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title={title} titleId={titleId} subtitle={subtitle} actions={actions} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</CardBody>
    </Card>
  );
}

/** The way on from a step, and back. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-end">
      {children}
    </div>
  );
}

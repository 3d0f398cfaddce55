import { type ReactNode, useId } from 'react';
import { Card, CardHeader } from '../../ui/card.tsx';

interface FormCardProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A group of fields with a heading of its own. */
export function FormCard({ title, subtitle, actions, children }: FormCardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title={title}
        titleId={titleId}
        {...(subtitle === undefined ? {} : { subtitle })}
        {...(actions === undefined ? {} : { actions })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pb-5">{children}</div>
    </Card>
  );
}

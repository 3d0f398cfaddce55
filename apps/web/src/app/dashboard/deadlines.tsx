import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { deadlines } from './sample-figures.ts';

export function Deadlines() {
  return (
    <Card aria-labelledby="deadlines">
      <CardHeader titleId="deadlines" title="Upcoming Deadlines" />
      <ul className="divide-y border-t">
        {deadlines.map(({ title, project, due, soon }) => (
          <li key={title} className="flex items-center justify-between gap-4 px-5 py-3.5">
            <p className="min-w-0">
              <span className="font-medium">{title}</span>
              <span className="block text-ink-3 text-sm">{project}</span>
            </p>
            <Badge tone={soon ? 'amber' : 'grey'}>{due}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { projects } from './sample-figures.ts';

export function ProjectProgress() {
  return (
    <Card aria-labelledby="progress">
      <CardHeader titleId="progress" title="Project Progress" />
      <CardBody>
        <ul className="grid gap-5">
          {projects.map(({ name, owner, percent }) => (
            <li key={name}>
              <div className="flex items-baseline justify-between gap-4">
                <p className="min-w-0">
                  <span className="font-medium">{name}</span>
                  <span className="block text-ink-3 text-sm">{owner}</span>
                </p>
                <span className="font-medium tabular-nums">{percent}%</span>
              </div>
              <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
                <div className="h-full rounded-full bg-ink-2" style={{ width: `${percent}%` }} />
              </div>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

import { peopleRoutes, type WaitingPerson } from '@parley/contract';
import { useMay } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import type { OpenDialog } from './dialog-kinds.ts';

export function WaitingRow({ person, onOpen }: { person: WaitingPerson; onOpen: OpenDialog }) {
  const may = useMay();
  const { id, name, email, since } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-5 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-ink-3 text-sm">
          {email}
          {' · since '}
          <Instant at={since} />
        </p>
      </div>
      <div className="flex gap-2">
        {may(peopleRoutes.setRole.permission) && (
          <Button aria-label={`Let In ${name}`} onClick={() => onOpen('role', id)}>
            Let In
          </Button>
        )}
        {may(peopleRoutes.deleteAccount.permission) && (
          <Button
            look="quiet"
            aria-label={`Delete the account of ${name}`}
            onClick={() => onOpen('delete', id)}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

import { peopleRoutes } from '@parley/contract';
import type { Invitation } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import type { OpenDialog } from './dialog-kinds.ts';
import { roleLabel } from './words.ts';

export function InvitationRow({ invitation, onOpen }: { invitation: Invitation; onOpen: OpenDialog }) {
  const may = useMay();
  const { id, email, role, expiresAt, expired, createdBy } = invitation;
  const who = email ?? 'Whoever has the link';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-5 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-medium">
          {who} {expired && <Badge tone="amber">Expired</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-3 text-sm">
          {`${roleLabel(role)} · ${expired ? 'expired' : 'until'} `}
          <Instant at={expiresAt} />
          {createdBy !== null && ` · by ${createdBy.displayName}`}
        </p>
      </div>
      {may(peopleRoutes.withdrawInvitation.permission) && (
        <Button
          look="quiet"
          // Under the text, without a border, it stands in line with it.
          className="max-sm:-ml-3.5"
          aria-label={`Withdraw the invitation of ${email ?? 'whoever has the link'}`}
          onClick={() => onOpen('withdraw', id)}
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}

import { knownRole, peopleRoutes } from '@parley/contract';
import { Ellipsis, KeyRound, LogOut, ShieldCheck, UserRoundCog, UserRoundMinus } from 'lucide-react';
import type { Person } from '../../lib/parsing/people.ts';
import { useMay } from '../../lib/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { OpenDialog } from './dialog-kinds.ts';
import { roleLabel } from './words.ts';

interface PersonRowProps {
  person: Person;
  isSelf: boolean;
  /** Null where people are managed elsewhere. */
  onOpen: OpenDialog | null;
}

export function PersonRow({ person, isSelf, onOpen }: PersonRowProps) {
  const { name, email, role, storedRole, lastSeenAt, secondFactor } = person;
  return (
    <li className="flex items-start gap-x-3 gap-y-2 border-t px-5 py-3 first:border-t-0 sm:items-center">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_9rem_13rem] sm:items-center">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            {name} {isSelf && <Badge>You</Badge>}
          </p>
          {email !== null && <p className="wrap-anywhere text-ink-3 text-sm">{email}</p>}
        </div>
        <p className={cx('wrap-anywhere text-sm', knownRole(role) === null && 'text-grey')}>
          {storedRole === null ? roleLabel(role) : `${storedRole} (counts as ${roleLabel(role)})`}
        </p>
        <p className="text-ink-3 text-sm">
          {lastSeenAt === null ? (
            'Not seen yet'
          ) : (
            <>
              {'Seen '}
              <Instant at={lastSeenAt} />
            </>
          )}
          {secondFactor !== null && <SecondFactor on={secondFactor} />}
        </p>
      </div>
      {onOpen !== null && <PersonMenu person={person} onOpen={onOpen} />}
    </li>
  );
}

function SecondFactor({ on }: { on: boolean }) {
  return (
    <span className="flex items-center gap-1">
      {on && <ShieldCheck aria-hidden="true" className="size-3.5" />}
      {on ? 'Second factor on' : 'Second factor off'}
    </span>
  );
}

function PersonMenu({ person: { id, name }, onOpen }: { person: Person; onOpen: OpenDialog }) {
  const may = useMay();
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}>
      {may(peopleRoutes.setRole.permission) && (
        <MenuItem icon={UserRoundCog} onSelect={() => onOpen('role', id)}>
          Change Role
        </MenuItem>
      )}
      {may(peopleRoutes.createResetLink.permission) && (
        <MenuItem icon={KeyRound} onSelect={() => onOpen('reset', id)}>
          Password Link
        </MenuItem>
      )}
      {may(peopleRoutes.signOutPerson.permission) && (
        <MenuItem icon={LogOut} onSelect={() => onOpen('sign-out', id)}>
          Sign Out Everywhere
        </MenuItem>
      )}
      {may(peopleRoutes.removePerson.permission) && (
        <MenuItem icon={UserRoundMinus} danger onSelect={() => onOpen('remove', id)}>
          Remove
        </MenuItem>
      )}
    </Menu>
  );
}

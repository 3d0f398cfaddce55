import { Check, UserRound } from 'lucide-react';
import type { DeskPeople, FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

interface AssignMenuProps {
  owner: FollowUp['owner'];
  desk: DeskPeople | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null: to nobody. */
  onAssign: (owner: string | null) => void;
}

export function AssignMenu({ owner, desk, open, onOpenChange, onAssign }: AssignMenuProps) {
  const me = desk?.me ?? null;
  const others = desk?.people.filter(({ id }) => id !== me?.id) ?? [];
  const choices = [
    ...(me === null ? [] : [{ id: me.id, label: `Me (${me.displayName})` }]),
    ...others.map(({ id, displayName }) => ({ id, label: displayName })),
    { id: null, label: 'Nobody' },
  ];
  return (
    <Menu
      align="start"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button>
          <UserRound aria-hidden="true" className="size-4" />
          Assign
        </Button>
      }
    >
      {choices.map(({ id, label }) => (
        <MenuItem key={id ?? ''} onSelect={() => id !== (owner?.id ?? null) && onAssign(id)}>
          {label}
          {id === (owner?.id ?? null) && (
            <Check aria-label="Owner now" className="ml-auto size-4 text-ink-2" />
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}

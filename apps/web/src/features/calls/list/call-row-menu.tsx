import { routes } from '@parley/contract';
import { Ellipsis, PhoneCall, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { CallAction } from '../busy-calls.ts';

interface CallRowMenuProps {
  /** Names the call for screen readers. */
  label: string;
  busy: CallAction | null;
  canCallAgain: boolean;
  onCallAgain: () => void;
  onDelete: () => void;
}

/**
 * Stays open while the action runs, so that its busy label can be read, and closes with the response. Without a permission
 * for either action there is no menu.
 */
export function CallRowMenu({ label, busy, canCallAgain, onCallAgain, onDelete }: CallRowMenuProps) {
  const may = useMay();
  const mayCallAgain = may(routes.placeCall.permission);
  const mayDelete = may(routes.deleteCall.permission);
  const [open, setOpen] = useState(false);
  // Closes in the same render that enables the items again, so that a late click does not trigger a second action.
  const [busyBefore, setBusyBefore] = useState(busy);
  if (busy !== busyBefore) {
    setBusyBefore(busy);
    if (busy === null) setOpen(false);
  }
  if (!mayCallAgain && !mayDelete) return null;
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${label}`} />}
    >
      {mayCallAgain && (
        <MenuItem
          icon={PhoneCall}
          busy={busy === 'again'}
          disabled={!canCallAgain || busy !== null}
          onSelect={stayOpen(onCallAgain)}
        >
          {busy === 'again' ? 'Initiating Call...' : 'Call Again'}
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem
          icon={Trash2}
          danger
          busy={busy === 'delete'}
          disabled={busy !== null}
          onSelect={stayOpen(onDelete)}
        >
          {busy === 'delete' ? 'Deleting...' : 'Delete'}
        </MenuItem>
      )}
    </Menu>
  );
}

const stayOpen = (act: () => void) => (event: Event) => {
  event.preventDefault();
  act();
};

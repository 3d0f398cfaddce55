import { Ellipsis, PhoneCall, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { CallAction } from './use-call-actions.ts';

interface CallRowMenuProps {
  /** Names the call to those who cannot see the row. */
  label: string;
  busy: CallAction | null;
  canCallAgain: boolean;
  onCallAgain: () => void;
  onDelete: () => void;
}

/** Stays open while its choice is carried out, so that the busy words can be read, and closes with the answer. */
export function CallRowMenu({ label, busy, canCallAgain, onCallAgain, onDelete }: CallRowMenuProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (busy === null) setOpen(false);
  }, [busy]);
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${label}`} />}
    >
      <MenuItem
        {...(busy === 'again' ? {} : { icon: PhoneCall })}
        disabled={!canCallAgain || busy !== null}
        onSelect={(event) => {
          event.preventDefault();
          onCallAgain();
        }}
      >
        {busy === 'again' ? <Busy>Initiating Call...</Busy> : 'Call Again'}
      </MenuItem>
      <MenuItem
        {...(busy === 'delete' ? {} : { icon: Trash2 })}
        danger
        disabled={busy !== null}
        onSelect={(event) => {
          event.preventDefault();
          onDelete();
        }}
      >
        {busy === 'delete' ? <Busy>Deleting...</Busy> : 'Delete'}
      </MenuItem>
    </Menu>
  );
}

function Busy({ children }: { children: string }) {
  return (
    <>
      <Spinner />
      {children}
    </>
  );
}

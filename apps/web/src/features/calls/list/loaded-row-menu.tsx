import { Ellipsis, PhoneCall, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { CallAction } from '../busy-calls.ts';

export interface LoadedRowMenuProps {
  label: string;
  busy: CallAction | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button in its place had the focus. */
  takesFocus: boolean;
  /** Null for those who may not. */
  onCallAgain: (() => void) | null;
  canCallAgain: boolean;
  onDelete: (() => void) | null;
}

export function LoadedRowMenu(props: LoadedRowMenuProps) {
  const { label, busy, open, onOpenChange, takesFocus, onCallAgain, canCallAgain, onDelete } = props;
  const button = useRef<HTMLButtonElement>(null);
  const focusAtFirst = useRef(takesFocus && !open);
  // At once: a key that is pressed meanwhile would go to the page.
  useLayoutEffect(() => {
    if (focusAtFirst.current) button.current?.focus();
    focusAtFirst.current = false;
  }, []);
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      trigger={<IconButton ref={button} icon={Ellipsis} label={label} />}
    >
      {onCallAgain !== null && (
        <MenuItem
          icon={PhoneCall}
          busy={busy === 'again'}
          disabled={!canCallAgain || busy !== null}
          onSelect={stayOpen(onCallAgain)}
        >
          {busy === 'again' ? 'Initiating Call...' : 'Call Again'}
        </MenuItem>
      )}
      {onDelete !== null && (
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

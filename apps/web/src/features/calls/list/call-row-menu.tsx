import { routes } from '@parley/contract';
import { Ellipsis } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { useCode } from '../../../lib/use-code.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CallAction } from '../busy-calls.ts';

const load = async () => (await import('./loaded-row-menu.tsx')).LoadedRowMenu;

/** The menus of rows are not needed to see the calls, so their code is loaded beside them, once for all rows. */
export function useRowMenus() {
  const { part, query, retry } = useCode('the menus of calls', load);
  return {
    Menu: part,
    loadMenus: () => {
      if (query.isError) retry();
    },
  };
}

export interface CallRowMenuProps {
  /** Names the call for screen readers. */
  label: string;
  /** Undefined until it is loaded: the button is there from the first, and opens it then. */
  Menu: ReturnType<typeof useRowMenus>['Menu'];
  /** Again, if that failed. */
  loadMenus: () => void;
  busy: CallAction | null;
  canCallAgain: boolean;
  onCallAgain: () => void;
  onDelete: () => void;
}

/**
 * Stays open while the action runs, so that its busy label can be read, and closes with the response. Without a permission
 * for either action there is no menu.
 */
export function CallRowMenu(props: CallRowMenuProps) {
  const { Menu, loadMenus, busy, canCallAgain, onCallAgain, onDelete } = props;
  const may = useMay();
  const mayCallAgain = may(routes.placeCall.permission);
  const mayDelete = may(routes.deleteCall.permission);
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState(false);
  // Closes in the same render that enables the items again, so that a late click does not trigger a second action.
  const [busyBefore, setBusyBefore] = useState(busy);
  if (busy !== busyBefore) {
    setBusyBefore(busy);
    if (busy === null) setOpen(false);
  }
  if (!mayCallAgain && !mayDelete) return null;
  const label = `Actions for ${props.label}`;
  if (Menu !== undefined)
    return (
      <Menu
        label={label}
        busy={busy}
        open={open}
        onOpenChange={setOpen}
        takesFocus={focused}
        canCallAgain={canCallAgain}
        onCallAgain={mayCallAgain ? onCallAgain : null}
        onDelete={mayDelete ? onDelete : null}
      />
    );
  function press(event: SyntheticEvent): void {
    event.preventDefault();
    setOpen(!open);
    loadMenus();
  }
  return (
    <IconButton
      icon={Ellipsis}
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={open}
      className={cx(open && 'animate-pulse bg-sunken')}
      // Like the menu itself, which may take the place of the button before it is released.
      onPointerDown={(event) => event.button === 0 && !event.ctrlKey && press(event)}
      onKeyDown={(event) => !event.repeat && ['Enter', ' ', 'ArrowDown'].includes(event.key) && press(event)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}

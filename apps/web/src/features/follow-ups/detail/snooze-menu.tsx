import { Clock } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { momentText } from '../../../ui/instant.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Key } from '../keys/keys-dialog.tsx';
import { snoozeTimes, type WorkingHours } from '../snooze-times.ts';

interface SnoozeMenuProps {
  hours: WorkingHours;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSnooze: (until: string) => void;
  onChooseTime: () => void;
}

/** The keys 1 to 4 choose, as they are written beside the times. */
export function SnoozeMenu({ hours, open, onOpenChange, onSnooze, onChooseTime }: SnoozeMenuProps) {
  const times = snoozeTimes(Date.now(), hours);
  // What was chosen has moved the focus, or opens a dialog.
  const chosen = useRef(false);
  function choose(act: () => void): void {
    chosen.current = true;
    onOpenChange(false);
    act();
  }
  const acts = [
    ...times.map(
      ({ until }) =>
        () =>
          choose(() => onSnooze(until)),
    ),
    () => choose(onChooseTime),
  ];
  return (
    <Menu
      align="start"
      open={open}
      onOpenChange={(next) => {
        chosen.current = false;
        onOpenChange(next);
      }}
      onKeyDown={(event) => {
        const act = /^[1-9]$/.test(event.key) ? acts[Number(event.key) - 1] : undefined;
        if (act === undefined || event.repeat) return;
        event.preventDefault();
        act();
      }}
      onCloseAutoFocus={(event) => chosen.current && event.preventDefault()}
      trigger={
        <Button>
          <Clock aria-hidden="true" className="size-4" />
          Snooze
        </Button>
      }
    >
      {times.map(({ label, until }, index) => (
        <MenuItem key={label} onSelect={() => choose(() => onSnooze(until))}>
          <Key>{String(index + 1)}</Key>
          {label}
          <span className="ml-auto pl-4 text-ink-3 text-sm">{momentText(until)}</span>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => choose(onChooseTime)}>
        <Key>{String(times.length + 1)}</Key>
        Choose a time...
      </MenuItem>
    </Menu>
  );
}

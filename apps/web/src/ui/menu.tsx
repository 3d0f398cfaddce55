import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

interface MenuProps {
  /** One element that opens the menu, usually an icon button. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  /** For a menu that closes itself when something is done; otherwise leave both out. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Menu({ trigger, children, align = 'end', side = 'bottom', open, onOpenChange }: MenuProps) {
  return (
    <Radix.Root
      // Modal would hide the whole page from assistive technology while the focus ring still runs through it.
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-pop rounded-box border bg-surface p-1 shadow-pop focus:outline-none"
          // Rows that hold a menu react to clicks themselves; a choice in the menu is not one of those.
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect: (event: Event) => void;
  disabled?: boolean;
  danger?: boolean;
  /** Something is being done: it cannot be chosen, but its words are there to be read. */
  busy?: boolean;
}

/** Call `event.preventDefault()` in `onSelect` to keep the menu open while something is busy. */
export function MenuItem({
  icon: Icon,
  children,
  onSelect,
  disabled = false,
  danger = false,
  busy = false,
}: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled || busy}
      onSelect={onSelect}
      // A key held down chooses once.
      onKeyDown={(event) =>
        event.repeat && (event.key === 'Enter' || event.key === ' ') && event.preventDefault()
      }
      className={cx(
        'flex min-h-9 select-none items-center gap-2 rounded-box px-2 outline-none',
        'data-disabled:cursor-not-allowed data-highlighted:bg-sunken',
        busy ? 'bg-sunken' : 'data-disabled:opacity-55',
        danger ? 'text-red' : 'text-ink',
      )}
    >
      {busy && <Spinner />}
      {Icon !== undefined && !busy && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {children}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 border-t" />;
}

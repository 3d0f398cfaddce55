import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

interface MenuProps {
  /** The element that opens the menu, usually an icon button. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  /** For a controlled menu; otherwise leave both out. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Shortcuts for its items. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Prevent it where an item has moved the focus away from the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  onKeyDown,
  onCloseAutoFocus,
}: MenuProps) {
  return (
    <Radix.Root
      // A modal menu would hide the page from assistive technology, although the page can still be focused.
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
          {...(onKeyDown === undefined ? {} : { onKeyDown })}
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
          // A row with a menu handles clicks itself; a click in the menu is not for the row.
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
  /** The action is running: disabled, but its label stays readable. */
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
      // A key that is held down selects once.
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

/** A line that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="max-w-64 px-2 py-1.5 text-ink-3 text-sm">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 border-t" />;
}

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { usePressOutside } from './use-press-outside.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One line under the title; read by screen readers when the dialog opens. */
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** The id of what gets the focus on closing, where what opened the dialog is gone by then. */
  returnTo?: string | undefined;
  /** False where only a button inside closes it: there is no close button, and `onOpenChange` does nothing. */
  closable?: boolean;
}

/**
 * A modal: Esc and a click outside close it, and the focus returns to where it was. The first control gets the focus, or
 * the one with `data-autofocus`.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide = false,
  returnTo,
  closable = true,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const home = useRef(returnTo);
  const pressOutside = usePressOutside(content, () => onOpenChange(false));

  // Also where a field inside takes the focus by itself: then nothing calls `setFocus`.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);

  function setFocus(event: Event): void {
    opener.current = document.activeElement;
    home.current = returnTo;
    const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]');
    if (!wanted) return;
    event.preventDefault();
    wanted.focus();
  }

  function restoreFocus(event: Event): void {
    // Radix restores the focus to its own trigger only, and a dialog opened by state has none.
    event.preventDefault();
    // Another dialog has taken its place.
    if (document.activeElement?.closest('[role=dialog]')) return;
    const from = opener.current;
    const isThere = from instanceof HTMLElement && from !== document.body && from.isConnected;
    const target = isThere ? from : home.current === undefined ? null : document.getElementById(home.current);
    target?.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay {...pressOutside} className="fixed inset-0 z-40 overflow-y-auto bg-scrim">
          <div className="grid min-h-full place-items-center p-4">
            <Radix.Content
              ref={content}
              onOpenAutoFocus={setFocus}
              onCloseAutoFocus={restoreFocus}
              // Radix does not listen for a moment after something above this dialog has closed.
              onPointerDownOutside={(event) => event.preventDefault()}
              {...(description === undefined ? { 'aria-describedby': undefined } : {})}
              className={cx(
                'relative w-full animate-pop rounded-box border bg-surface shadow-pop focus:outline-none',
                wide ? 'max-w-2xl' : 'max-w-lg',
              )}
            >
              <header className="border-b px-5 py-4 pr-14">
                <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="mt-0.5 text-ink-2 text-sm">{description}</Radix.Description>
                )}
              </header>
              <div className="p-5">{children}</div>
              {closable && (
                <Radix.Close asChild>
                  <IconButton icon={X} label="Close" className="absolute top-2.5 right-2.5" />
                </Radix.Close>
              )}
            </Radix.Content>
          </div>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons below a dialog or form; the main action is last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">{children}</div>;
}

import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { SignedIn } from '../../features/session/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Wordmark } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import { Sidebar } from './sidebar.tsx';

/** For narrow windows: the sidebar is in a drawer. */
export function TopBar({ session }: { session: SignedIn }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  // An open drawer that is not visible would keep the page inert.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)');
    const close = () => wide.matches && setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b bg-paper px-4 lg:hidden print:hidden">
      <Link to={paths.home} className="inline-flex rounded-box text-ink">
        <Wordmark />
      </Link>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <IconButton icon={MenuIcon} label="Open the menu" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim lg:hidden" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-slide border-r bg-paper focus:outline-none lg:hidden"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Sidebar session={session} />
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close the menu" className="absolute top-4 right-3" />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}

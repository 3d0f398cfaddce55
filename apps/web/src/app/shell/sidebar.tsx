import { Link } from 'react-router';
import type { SignedIn } from '../../features/session/session.ts';
import { Wordmark } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import { DarkModeToggle } from './dark-mode-toggle.tsx';
import { SidebarNavigation } from './sidebar-navigation.tsx';
import { SidebarUser } from './sidebar-user.tsx';

/** At the side of a wide window, and in the drawer of a narrow one. */
export function Sidebar({ session }: { session: SignedIn }) {
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="px-5 pt-5 pb-6">
        <Link to={paths.home} className="inline-flex rounded-box text-ink">
          <Wordmark />
        </Link>
      </div>
      <SidebarNavigation />
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-0.5 p-3">
        <DarkModeToggle />
        <SidebarUser session={session} />
      </div>
    </div>
  );
}

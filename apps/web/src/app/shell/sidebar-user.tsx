import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { SignedIn } from '../../features/session/session.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { paths } from '../paths.ts';

export function SidebarUser({ session: { user, signOut } }: { session: SignedIn }) {
  const { busy, send } = useSend({
    name: 'sign-out',
    once: true,
    act: signOut,
    onFailed: (error) => toast.error(sentenceOf(error)),
  });

  return (
    <>
      <button
        type="button"
        onClick={() => send()}
        disabled={busy}
        className="flex h-9 items-center gap-3 rounded-box px-2.5 font-medium text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <LogOut aria-hidden="true" className="size-4 shrink-0" />
        Sign Out
      </button>
      <div className="mt-2 border-t pt-3">
        <Link
          to={paths.account}
          title="Your account"
          className="flex items-center gap-2.5 rounded-box px-2.5 py-1.5 hover:bg-sunken"
        >
          <Avatar firstName={user.firstName} lastName={user.lastName} />
          <span className="sr-only">Your account:</span>
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">
              {user.firstName} {user.lastName}
            </p>
            <p className="truncate text-ink-3 text-xs" title={user.email}>
              {user.email}
            </p>
          </div>
        </Link>
      </div>
    </>
  );
}

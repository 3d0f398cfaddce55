import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { SignedIn } from '../../features/session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export function UserBlock({ session: { user, signOut } }: { session: SignedIn }) {
  const [busy, setBusy] = useState(false);

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Could not sign out. Try again.');
      setBusy(false);
    }
  }

  return (
    <div className="flex items-center gap-2.5 border-t px-2.5 pt-3">
      <Avatar firstName={user.firstName} lastName={user.lastName} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {user.firstName} {user.lastName}
        </p>
        <p className="truncate text-ink-3 text-xs" title={user.email}>
          {user.email}
        </p>
      </div>
      <IconButton icon={LogOut} label="Sign Out" onClick={() => void leave()} disabled={busy} />
    </div>
  );
}

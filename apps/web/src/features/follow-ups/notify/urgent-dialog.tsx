import { followUpRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseDeskPeople } from '../../../lib/parsing/follow-ups.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { useDeskPeople } from '../use-desk-people.ts';
import {
  askForPermission,
  permission,
  setWantsNotifications,
  wantsNotifications,
} from './notifications-setting.ts';

/** How somebody learns of urgent follow-ups while they look at something else. */
export function UrgentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Urgent Follow-ups">
      <div className="grid gap-4">
        <NotifySwitch />
        <MailSwitch />
      </div>
    </Dialog>
  );
}

const hints = {
  granted: 'While Parley is open in this browser. It names nobody.',
  default: 'While Parley is open in this browser. It names nobody.',
  denied: 'Your browser blocks notifications of this page. Allow them in its settings first.',
  unsupported: 'This browser shows no notifications of pages.',
} as const;

/** The browser is asked when somebody switches it on, never before. */
function NotifySwitch() {
  const [wanted, setWanted] = useState(wantsNotifications);
  const [allowed, setAllowed] = useState(permission);
  async function change(next: boolean): Promise<void> {
    const answer = next ? await askForPermission() : allowed;
    setAllowed(answer);
    setWantsNotifications(next && answer === 'granted');
    setWanted(next && answer === 'granted');
  }
  return (
    <SwitchField
      label="Notify me of urgent ones"
      hint={hints[allowed]}
      checked={wanted}
      disabled={allowed === 'denied' || allowed === 'unsupported'}
      onCheckedChange={(next) => void change(next)}
    />
  );
}

/** Hidden while no mail server is connected, and from those who cannot act on a follow-up. */
function MailSwitch() {
  const api = useApi();
  const client = useQueryClient();
  const desk = useDeskPeople().data;
  const mayChange = useMay()(followUpRoutes.setUrgentMail.permission);
  const { busy, send } = useSend({
    name: 'urgent-mail',
    act: (mailUrgent: boolean) => api.send(followUpRoutes.setUrgentMail, { body: { mailUrgent } }),
    onDone: (answer) => {
      const stored = parseDeskPeople(answer);
      if (stored === undefined) return client.invalidateQueries({ queryKey: queryKeys.deskPeople });
      client.setQueryData(queryKeys.deskPeople, stored);
    },
    onFailed: (error) =>
      toast.error('This was not saved. Please try again.', { description: sentenceOf(error) }),
  });
  if (desk === undefined || !desk.mailPossible || !mayChange) return null;
  return (
    <SwitchField
      label="E-mail me urgent ones"
      hint="At most one for each. It ends when you have not opened this page for 30 days."
      checked={desk.mailUrgent}
      disabled={busy}
      onCheckedChange={send}
    />
  );
}

import { followUpRoutes } from '@parley/contract';
import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import { AddFollowUpDialog } from '../../../features/follow-ups/add-follow-up-dialog.tsx';
import { Inbox } from '../../../features/follow-ups/inbox.tsx';
import { UrgentDialog } from '../../../features/follow-ups/notify/urgent-dialog.tsx';
import type { WorkingHours } from '../../../features/follow-ups/snooze-times.ts';
import type { CallBackPrefill } from '../../../features/follow-ups/use-call-back.ts';
import { LiveStatus } from '../../../features/live/live-status.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { NewCallDialog } from '../../new-call-dialog.tsx';
import { paths } from '../../paths.ts';

/** Until the settings are there, and where they cannot be read: the clock of the browser. */
const usualHours: WorkingHours = {
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  openingHours: { week: null, holidays: [] },
};

export function FollowUpsPage() {
  const may = useMay();
  const hours = useOrganization().data?.settings ?? usualHours;
  const [callBack, setCallBack] = useState<CallBackPrefill | null>(null);
  const [dialog, setDialog] = useState<'add' | 'urgent' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeading
        title="Follow-ups"
        subtitle="What somebody has to do after a call."
        actions={
          <>
            <IconButton icon={Bell} label="Urgent follow-ups" onClick={() => setDialog('urgent')} />
            {may(followUpRoutes.createFollowUp.permission) && (
              <Button onClick={() => setDialog('add')}>
                <Plus aria-hidden="true" className="size-4" />
                Add Follow-up
              </Button>
            )}
          </>
        }
      />
      <Inbox
        hours={hours}
        callPathOf={paths.call}
        contactPathOf={may('contacts.read') ? paths.contact : null}
        onCallBack={setCallBack}
        liveStatus={<LiveStatus />}
      />
      <AddFollowUpDialog open={dialog === 'add'} onClose={close} />
      <UrgentDialog open={dialog === 'urgent'} onClose={close} />
      <NewCallDialog open={callBack !== null} prefill={callBack} onClose={() => setCallBack(null)} />
    </>
  );
}

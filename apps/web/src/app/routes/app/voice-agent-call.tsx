import { contactRoutes } from '@parley/contract';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { CallView } from '../../../features/calls/detail/call-view.tsx';
import type { Prefill } from '../../../features/calls/new-call/prefill.ts';
import { CallFollowUps } from '../../../features/follow-ups/call-follow-ups.tsx';
import { LiveStatus } from '../../../features/live/live-status.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { NewCallDialog } from '../../new-call-dialog.tsx';
import { paths } from '../../paths.ts';

export function CallPage() {
  const { callId } = useParams();
  const may = useMay();
  const navigate = useNavigate();
  const listPath = useListPath();
  const [prefill, setPrefill] = useState<Prefill | null>(null);
  return (
    <>
      <CallView
        key={callId}
        callId={callId}
        listPath={listPath}
        versionPathOf={may('agents.read') ? paths.agentVersion : null}
        contactPathOf={may('contacts.read') ? paths.contact : null}
        addContactPathOf={may(contactRoutes.createContact.permission) ? paths.addContact : null}
        liveStatus={<LiveStatus />}
        // At once: in a transition, the page of a call that is gone would be seen.
        followUpPathOf={may('follow-ups.read') ? paths.followUp : null}
        leave={() => navigate(listPath, { flushSync: true })}
        onCallAgain={({ agentId, phoneNumber, message }, { contactId, contacts, templateId }) =>
          setPrefill({
            agentId,
            phoneNumber,
            instructions: message,
            contactId,
            contactName: contacts.find(({ id }) => id === contactId)?.name ?? null,
            templateId,
          })
        }
        followUps={({ followUps }) => (
          <CallFollowUps followUps={followUps ?? []} pathOf={paths.followUp} onCallBack={setPrefill} />
        )}
      />
      <NewCallDialog open={prefill !== null} prefill={prefill} onClose={() => setPrefill(null)} />
    </>
  );
}

/** The list as it was searched and filtered when this call was opened from it. */
function useListPath(): string {
  const state: unknown = useLocation().state;
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : null;
  return typeof list === 'string' && list.startsWith('?') ? `${paths.calls}${list}` : paths.calls;
}

import { contactRoutes } from '@parley/contract';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CallLines } from '../../../features/calls/list/call-lines.tsx';
import type { Prefill } from '../../../features/calls/new-call/prefill.ts';
import { ContactDialog } from '../../../features/contacts/form/contact-dialog.tsx';
import type { ContactEdit } from '../../../features/contacts/form/contact-form.tsx';
import { ContactPageView } from '../../../features/contacts/page/contact-page-view.tsx';
import { CallFollowUps } from '../../../features/follow-ups/call-follow-ups.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { NewCallDialog } from '../../new-call-dialog.tsx';
import { paths } from '../../paths.ts';
import { useReadNumber } from '../../use-read-number.ts';

export function ContactPage() {
  const { number = '' } = useParams();
  return <OfNumber key={number} number={number} />;
}

function OfNumber({ number }: { number: string }) {
  const navigate = useNavigate();
  const readNumber = useReadNumber();
  const mayAdd = useMay()(contactRoutes.createContact.permission);
  /** In the address, so that other pages can lead to the form. */
  const [adding, setAdding] = useAddressParam('add');
  const [edited, setEdited] = useState<ContactEdit | null>(null);
  const [prefill, setPrefill] = useState<Prefill | null>(null);
  const added: ContactEdit | null = adding !== '' && mayAdd ? { contact: null, number } : null;

  function close(): void {
    setEdited(null);
    if (adding !== '') setAdding('');
  }

  return (
    <>
      <ContactPageView
        number={number}
        listPath={paths.contacts}
        calls={({ calls, hasMoreCalls }) => (
          <CallLines number={number} calls={calls} pathOf={paths.call} more={hasMoreCalls} />
        )}
        followUps={({ followUps }) => (
          <CallFollowUps followUps={followUps} pathOf={paths.followUp} onCallBack={setPrefill} />
        )}
        onCall={(contact) =>
          setPrefill({
            agentId: null,
            phoneNumber: number,
            instructions: '',
            contactId: contact?.id ?? null,
            contactName: contact?.name ?? null,
          })
        }
        onAdd={() => setAdding('open')}
        onEdit={(contact) => setEdited({ contact, number })}
      />
      <ContactDialog
        editing={edited ?? added}
        readNumber={readNumber}
        onClose={close}
        onSaved={(saved) => saved !== number && void navigate(paths.contact(saved))}
      />
      <NewCallDialog open={prefill !== null} prefill={prefill} onClose={() => setPrefill(null)} />
    </>
  );
}

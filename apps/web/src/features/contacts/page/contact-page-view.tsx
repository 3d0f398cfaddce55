import { type Contact, contactRoutes, routes } from '@parley/contract';
import { ArrowLeft, PhoneCall, UserPlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { ContactPage } from '../../../lib/parsing/contacts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { DocumentTitle } from '../../../ui/page-heading.tsx';
import { Party } from '../../../ui/party.tsx';
import { useContactPage } from '../use-contact-page.ts';
import { DoNotCallNote } from './do-not-call-note.tsx';
import { PersonCard } from './person-card.tsx';

interface ContactPageViewProps {
  number: string;
  listPath: string;
  /** Its latest calls and follow-ups, which other features show. */
  calls: (page: ContactPage) => ReactNode;
  followUps: (page: ContactPage) => ReactNode;
  /** Null where nobody of those behind the number was chosen. */
  onCall: (contact: Contact | null) => void;
  onAdd: () => void;
  onEdit: (contact: Contact) => void;
}

/** Everything about a number, whether or not it has a name. */
export function ContactPageView({ number, listPath, ...parts }: ContactPageViewProps) {
  const query = useContactPage(number);
  const retry = useRetry(query.refetch);
  return (
    <>
      <div className="-mt-2 -ml-3.5 mb-3">
        <Button asChild look="quiet">
          <Link to={listPath}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Contacts
          </Link>
        </Button>
      </div>
      {query.data === undefined ? (
        <>
          <DocumentTitle>Contact</DocumentTitle>
          <h1 tabIndex={-1} className="sr-only">
            Contact
          </h1>
          <LoadStateCard
            query={query}
            onRetry={retry.send}
            loading="Loading contact..."
            failed="Failed to load contact"
          />
        </>
      ) : (
        <Loaded page={query.data} {...parts} />
      )}
    </>
  );
}

type LoadedProps = Omit<ContactPageViewProps, 'number' | 'listPath'> & { page: ContactPage };

function Loaded({ page, calls, followUps, onCall, onAdd, onEdit }: LoadedProps) {
  const { number, contacts, doNotCall } = page;
  const may = useMay();
  const [first, second] = contacts;
  const single = second === undefined ? first : undefined;
  const mayCall = may(routes.placeCall.permission);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DocumentTitle>{single?.name ?? number}</DocumentTitle>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="text-xl tracking-tight">
          <Party
            number={number}
            contact={single === undefined ? null : { name: single.name, others: 0 }}
            className="[&>:first-child]:font-semibold"
          />
        </h1>
        <div className="flex flex-wrap gap-2">
          {may(contactRoutes.createContact.permission) && (
            <Button onClick={onAdd}>
              <UserPlus aria-hidden="true" className="size-4" />
              {first === undefined ? 'Add Contact' : 'Add a Person'}
            </Button>
          )}
          {mayCall && (
            <Button look="primary" disabled={doNotCall !== null} onClick={() => onCall(single ?? null)}>
              <PhoneCall aria-hidden="true" className="size-4" />
              Call
            </Button>
          )}
        </div>
      </header>
      <DoNotCallNote doNotCall={doNotCall} />
      {second !== undefined && (
        <AlertBox tone="grey">
          {`${contacts.length} people share this number. Calls tell neither name nor notes unless you choose one.`}
        </AlertBox>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {contacts.map((contact) => (
            <PersonCard
              key={contact.id}
              contact={contact}
              onEdit={() => onEdit(contact)}
              onCall={second === undefined || doNotCall !== null || !mayCall ? null : () => onCall(contact)}
            />
          ))}
          {first === undefined && (
            <Card className="px-5 py-6 text-center text-ink-3">Nobody has a name for this number yet.</Card>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {may('follow-ups.read') && <Part title="Follow-ups">{followUps(page)}</Part>}
          {may('calls.read') && <Part title="Calls">{calls(page)}</Part>}
        </div>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title={title} titleId={titleId} className="py-3" />
      <CardBody>{children}</CardBody>
    </Card>
  );
}

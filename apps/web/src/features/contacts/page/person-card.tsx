import {
  type ConsentGiven,
  type Contact,
  consentPurposes,
  consentSources,
  contactRoutes,
  languageLabel,
} from '@parley/contract';
import { Pencil, PhoneCall, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { focusPageHeading } from '../../../lib/focus-page-heading.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useDeleteContact } from './use-delete-contact.ts';

interface PersonCardProps {
  contact: Contact;
  onEdit: () => void;
  /** Where the number is shared, a call says whom it is for; null otherwise. */
  onCall: (() => void) | null;
}

export function PersonCard({ contact, onEdit, onCall }: PersonCardProps) {
  const titleId = useId();
  const may = useMay();
  const { busy, send } = useDeleteContact();
  const { name, language, timeZone, consent, notes, agentNotes } = contact;
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title={<bdi className="wrap-anywhere">{name}</bdi>}
        titleId={titleId}
        className="py-3 [&>div:first-child]:flex-1 [&>div:first-child]:basis-40"
        actions={
          <div className="-mr-2 flex">
            {may(contactRoutes.changeContact.permission) && (
              <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
            )}
            {may(contactRoutes.deleteContact.permission) && (
              <IconButton
                icon={Trash2}
                label={`Delete ${name}`}
                disabled={busy}
                onClick={() => {
                  // The card goes, and with it what has the focus.
                  focusPageHeading();
                  send(contact);
                }}
              />
            )}
          </div>
        }
      />
      <CardBody className="grid gap-3">
        <dl className="grid gap-3">
          <Fact term="Language">{language === null ? null : languageLabel(language)}</Fact>
          <Fact term="Time zone">{timeZone === null ? null : timeZone.replaceAll('_', ' ')}</Fact>
          <Fact term="Consent">{consent.length === 0 ? null : <ConsentList consent={consent} />}</Fact>
          {notes !== '' && <Fact term="Notes">{notes}</Fact>}
          {agentNotes !== '' && <Fact term="Notes for the agent">{agentNotes}</Fact>}
        </dl>
        {onCall !== null && (
          <Button className="min-w-0 max-w-full justify-self-start" onClick={onCall}>
            <PhoneCall aria-hidden="true" className="size-4" />
            <span className="truncate">
              {'Call '}
              <bdi>{name}</bdi>
            </span>
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

/** What is not known is said too: somebody may want to ask. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-xs">{term}</dt>
      <dd className="wrap-anywhere mt-0.5 whitespace-pre-wrap">
        {children ?? <span className="text-ink-3">Not known</span>}
      </dd>
    </div>
  );
}

function ConsentList({ consent }: { consent: readonly ConsentGiven[] }) {
  return (
    <ul className="grid gap-0.5">
      {consent.map(({ purpose, given, source, at }) => (
        <li key={purpose}>
          {`${consentPurposes[purpose]}: `}
          <span className={given ? 'text-green' : 'text-red'}>{given ? 'given' : 'refused'}</span>
          <span className="text-ink-3 text-sm">{`, ${consentSources[source]}, ${at}`}</span>
        </li>
      ))}
    </ul>
  );
}

import { type ReactNode, useId } from 'react';
import type { People } from '../../lib/parsing/people.ts';
import { useRetry } from '../../lib/use-send.ts';
import { knownIn } from '../../lib/word-of.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { LoadStateCard } from '../../ui/load-state.tsx';
import type { OpenDialog } from './dialog-kinds.ts';
import { InvitationRow } from './invitation-row.tsx';
import { PersonRow } from './person-row.tsx';
import { usePeople } from './use-people.ts';
import { WaitingRow } from './waiting-row.tsx';
import { policyWords } from './words.ts';

interface PeopleViewProps {
  /** Whoever looks at the page. */
  ownId: string;
  onOpen: OpenDialog;
}

export function PeopleView({ ownId, onOpen }: PeopleViewProps) {
  const query = usePeople();
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading people..."
        failed="Failed to load the people"
      />
    );
  return <Loaded people={query.data} ownId={ownId} onOpen={onOpen} />;
}

function Loaded({ people, ownId, onOpen }: PeopleViewProps & { people: People }) {
  const managedHere = people.managedBy === 'built-in';
  const { signUp, waiting, invitations } = people;
  const policy = signUp === null ? undefined : knownIn(policyWords, signUp.policy);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      {!managedHere && (
        <AlertBox
          tone="grey"
          title={`${people.managedBy === 'clerk' ? 'Clerk' : people.managedBy} manages the accounts`}
        >
          {people.managedBy === 'clerk'
            ? 'Roles are given and taken in the Clerk Dashboard, in the metadata of each person.'
            : 'Roles are given and taken there.'}
          {' Listed here is everybody who has used Parley, as their last token names them.'}
        </AlertBox>
      )}
      <Section title="People" subtitle={managedHere ? 'Everybody with a role.' : 'Everybody who was here.'}>
        {people.people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isSelf={person.id === ownId}
            onOpen={managedHere ? onOpen : null}
          />
        ))}
      </Section>
      {waiting.length > 0 && (
        <Section title="Waiting for a Role" subtitle="They have an account and see Access Denied.">
          {waiting.map((person) => (
            <WaitingRow key={person.id} person={person} onOpen={onOpen} />
          ))}
        </Section>
      )}
      {invitations.length > 0 && (
        <Section title="Invitations" subtitle="Links that nobody has used yet.">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onOpen={onOpen} />
          ))}
        </Section>
      )}
      {signUp !== null && (
        <Card aria-label="New accounts">
          <CardHeader
            title={`New Accounts: ${policy?.label ?? signUp.policy}`}
            subtitle={[
              policy?.hint,
              signUp.role !== null && `The server gives new accounts the role ${signUp.role} (SIGNUP_ROLE).`,
            ]
              .filter(Boolean)
              .join(' ')}
            actions={<Button onClick={() => onOpen('sign-up')}>Change</Button>}
          />
        </Card>
      )}
    </div>
  );
}

function Section({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title={title} titleId={titleId} subtitle={subtitle} className="border-b" />
      <ul aria-labelledby={titleId}>{children}</ul>
    </Card>
  );
}

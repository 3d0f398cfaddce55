import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { Instant, momentText } from '../../../ui/instant.tsx';
import { reasonLabel } from '../reasons.ts';
import { When } from '../when.tsx';

interface FollowUpFactsProps {
  followUp: FollowUp;
  myId: string | null;
  callPathOf: (callId: string) => string;
}

/** Why it is there, since when and until when, and who has to do with it. */
export function FollowUpFacts({ followUp, myId, callPathOf }: FollowUpFactsProps) {
  const { reason, state, owner, createdAt, closed, dueAt, lastCall } = followUp;
  const ownerName = owner === null ? 'Nobody' : owner.id === myId ? 'You' : owner.displayName;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact name="Reason">{reasonLabel(reason)}</Fact>
      {state !== 'done' && (
        <Fact name={state === 'snoozed' ? 'Snoozed' : 'Due'}>
          <When followUp={followUp} />
          {state === 'open' && <span className="text-ink-3">{` · ${momentText(dueAt)}`}</span>}
        </Fact>
      )}
      <Fact name="Owner">{ownerName}</Fact>
      <Fact name="Since">
        <Instant at={createdAt} />
      </Fact>
      {lastCall !== null && !lastCall.live && (
        <Fact name="Called">
          <Link to={callPathOf(lastCall.callId)} className="underline underline-offset-4">
            Open the call back
          </Link>
        </Fact>
      )}
      {closed !== null && state === 'done' && (
        <Fact name="Closed">
          <Instant at={closed.at} />
          {closed.how === 'call'
            ? ' by a call that reached somebody'
            : closed.by !== null && ` by ${closed.by}`}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

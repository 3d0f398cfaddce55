import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../../lib/api-error.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DocumentTitle } from '../../../ui/page-heading.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import { useBusyCalls } from '../busy-calls.ts';
import { useCall } from '../use-call.ts';
import { CallDetailView, type CallDetailViewProps } from './call-detail-view.tsx';

interface CallViewProps extends Omit<CallDetailViewProps, 'call'> {
  callId: string | undefined;
  listPath: string;
  liveStatus: ReactNode;
}

export function CallView({ callId, listPath, liveStatus, ...parts }: CallViewProps) {
  const deleting = useBusyCalls().get(callId ?? '') === 'delete';
  const { data: call, error } = useCall(callId, deleting);
  const back = <BackToCalls to={listPath} />;

  // While this page deletes it, the call stays in view until the list is shown.
  const shown = deleting && call != null;
  if (!shown && (callId === undefined || call === null || isNotFound(error))) {
    return (
      <Notice title="Call not found" back={back}>
        <p className="font-medium">Call not found</p>
        <p className="text-ink-2">It may have been deleted, or the address is not complete.</p>
      </Notice>
    );
  }
  if (call == null && error !== null) {
    return (
      <Notice title="Call" back={back}>
        <AlertBox className="text-left">{`Error loading call: ${error.message}`}</AlertBox>
      </Notice>
    );
  }
  return (
    <>
      <div className="-mt-2 -ml-3.5 mb-3 flex flex-wrap items-center justify-between gap-2 print:hidden">
        {back}
        {liveStatus}
      </div>
      {call == null ? (
        <Card className="grid min-h-[max(20rem,calc(100dvh-10rem))] place-items-center">
          <DocumentTitle>Call</DocumentTitle>
          <h1 tabIndex={-1} className="sr-only">
            Call
          </h1>
          <LoadingNote>Loading call details...</LoadingNote>
        </Card>
      ) : (
        <CallDetailView key={call._id} call={call} {...parts} />
      )}
    </>
  );
}

function Notice({ title, back, children }: { title: string; back: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid min-h-80 content-center justify-items-center gap-3 p-6 text-center">
      <DocumentTitle>{title}</DocumentTitle>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {children}
      {back}
    </Card>
  );
}

function BackToCalls({ to }: { to: string }) {
  return (
    <Button asChild look="quiet">
      <Link to={to}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Calls
      </Link>
    </Button>
  );
}

import { PhoneCall } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import { useCalls } from '../use-calls.ts';
import { CallList, LoadMore } from './call-list.tsx';

interface RecentCallsProps {
  /** The call whose page was shown before this one; null when it was another page. */
  previousCallId: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
  /** Null for those who may not place calls. */
  onNewCall: (() => void) | null;
  /** Shown beside the title: whether live updates are away. */
  liveStatus: ReactNode;
}

export function RecentCalls({ liveStatus, ...rest }: RecentCallsProps) {
  const titleId = useId();
  return (
    // The same height in every state, so that the layout does not shift when the calls are loaded.
    <Card aria-labelledby={titleId} className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <CardHeader title="Recent Calls" titleId={titleId} actions={liveStatus} className="py-3 max-sm:px-4" />
      <Body {...rest} />
    </Card>
  );
}

function Body({ previousCallId, pathOf, agentNameOf, onNewCall }: Omit<RecentCallsProps, 'liveStatus'>) {
  const query = useCalls();
  const { data: calls, error, hasNextPage } = query;
  const retry = useRetry(query.refetch);
  const more = useSend({
    name: 'load-more',
    act: async () => {
      // fetchNextPage would cancel a refetch that is in flight.
      if (query.isFetching) await query.refetch({ cancelRefetch: false });
      const { error: failed, isFetchNextPageError } = await query.fetchNextPage();
      if (isFetchNextPageError) console.error('Loading more calls failed:', failed);
    },
  });

  if (calls === undefined) {
    if (error === null) return <LoadingNote className="border-t py-24">Loading calls...</LoadingNote>;
    return (
      <div className="border-t p-5">
        <AlertBox
          action={
            <Button busy={query.isFetching} onClick={() => retry.send()}>
              Retry
            </Button>
          }
        >
          {`Error loading calls: ${error.message}`}
        </AlertBox>
      </div>
    );
  }
  return (
    <CallList
      calls={calls}
      previousCallId={previousCallId}
      pathOf={pathOf}
      agentNameOf={agentNameOf}
      empty={
        <EmptyState
          icon={PhoneCall}
          className="border-t py-24"
          action={onNewCall !== null && <Button onClick={onNewCall}>Place a call</Button>}
        >
          {onNewCall !== null
            ? 'No calls yet. Create your first call!'
            : 'No calls yet. They appear here as soon as there are any.'}
        </EmptyState>
      }
      more={hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    />
  );
}

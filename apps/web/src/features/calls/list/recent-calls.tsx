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
  /** The call whose page was shown just before; null when it was another page. */
  cameFrom: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
  onNewCall: () => void;
  /** A quiet word beside the title, such as that live updates are away. */
  sign: ReactNode;
}

export function RecentCalls({ sign, ...rest }: RecentCallsProps) {
  const titleId = useId();
  return (
    // As high in every state, so that nothing jumps when the calls arrive.
    <Card aria-labelledby={titleId} className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <CardHeader title="Recent Calls" titleId={titleId} actions={sign} className="py-3 max-sm:px-4" />
      <Body {...rest} />
    </Card>
  );
}

function Body({ cameFrom, pathOf, agentNameOf, onNewCall }: Omit<RecentCallsProps, 'sign'>) {
  const query = useCalls();
  const { data: calls, error, hasNextPage } = query;
  const retry = useRetry(query.refetch);
  const more = useSend({
    name: 'load-more',
    act: async () => {
      // A refetch under way would be cut off by asking for another page.
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
      cameFrom={cameFrom}
      pathOf={pathOf}
      agentNameOf={agentNameOf}
      empty={
        <EmptyState
          icon={PhoneCall}
          className="border-t py-24"
          action={<Button onClick={onNewCall}>Place a call</Button>}
        >
          No calls yet. Create your first call!
        </EmptyState>
      }
      more={hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    />
  );
}

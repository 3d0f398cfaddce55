import { PhoneCall } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCode } from '../../../lib/use-code.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import { isFiltered, valuesOf } from '../search/filter-values.ts';
import { SearchField } from '../search/search-field.tsx';
import { useCalls } from '../use-calls.ts';
import { CallList, LoadMore } from './call-list.tsx';
import { useRowsOnReturn } from './use-rows-on-return.ts';

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

/** Results, filters and views are not needed to see the calls, so they are loaded beside them. */
const loadSearch = () => import('../search/search-parts.tsx');

export function RecentCalls({ liveStatus, ...rest }: RecentCallsProps) {
  const titleId = useId();
  const values = valuesOf(useLocation().search);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(values.q ?? '');
  const { part, query, retry } = useCode('the search', loadSearch);
  const shared = { field, typed, onType: setTyped };
  const filtered = isFiltered(values);
  return (
    // The same height in every state, so that the layout does not shift when the calls are loaded.
    <Card aria-labelledby={titleId} className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <CardHeader
        title={filtered ? 'Found Calls' : 'Recent Calls'}
        titleId={titleId}
        actions={liveStatus}
        className="py-3 max-sm:px-4"
      />
      <SearchField {...shared} keys={part && <part.FieldKeys {...shared} />}>
        {part === undefined ? <span className="h-9 basis-full sm:hidden" /> : <part.Tools />}
      </SearchField>
      {!filtered ? (
        <Body {...rest} />
      ) : part === undefined ? (
        <div className="border-t p-5">
          <LoadState query={query} onRetry={retry} loading="Searching calls..." />
        </div>
      ) : (
        <part.Results {...rest} />
      )}
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
  useRowsOnReturn(previousCallId, query, more);

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

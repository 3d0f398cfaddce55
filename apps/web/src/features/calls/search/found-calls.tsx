import { recordingRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { CallHit, FoundCall, FoundPage } from '../../../lib/parsing/call-search.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { CallList, LoadMore } from '../list/call-list.tsx';
import type { FilterAddress } from './filter-address.ts';
import { rememberContact } from './filters/contact-names.ts';
import { HitLine } from './hit-line.tsx';
import { hitPath } from './hit-path.ts';
import { followLiveResults } from './live-results.ts';
import { PlayHit } from './play-hit.tsx';
import { useCurrentHits, useFoundCalls } from './use-found-calls.ts';

export interface FoundCallsProps {
  address: FilterAddress;
  previousCallId: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
}

/** What the search and the filters let through, each call with where the words stand. */
export function FoundCalls(props: FoundCallsProps) {
  const client = useQueryClient();
  useEffect(() => followLiveResults(client), [client]);
  const query = useFoundCalls(props.address.values);
  const retry = useRetry(query.refetch);
  if (query.data === undefined || (query.isError && query.isPlaceholderData))
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Searching calls..."
          failed="Failed to search calls"
        />
      </div>
    );
  return <Loaded {...props} query={query} pages={query.data.pages} />;
}

interface LoadedProps extends FoundCallsProps {
  query: ReturnType<typeof useFoundCalls>;
  pages: readonly FoundPage[];
}

function Loaded({ query, pages, address, previousCallId, pathOf, agentNameOf }: LoadedProps) {
  const hits = useCurrentHits(address.values, pages, query.isPlaceholderData);
  const { search } = window.location;
  const linkState = useMemo(() => ({ list: search }), [search]);
  const listens = useMay()(recordingRoutes.openRecording.permission);
  const { calls, byId } = useMemo(
    () =>
      indexed(hits, (hit, id) => listens && <PlayHit path={hitPath(pathOf(id), hit)} state={linkState} />),
    [hits, listens, pathOf, linkState],
  );
  const last = pages.at(-1);
  const more = useSend({
    name: 'load-more-found',
    act: async () => {
      // fetchNextPage would cancel a refetch that is in flight.
      if (query.isFetching) await query.refetch({ cancelRefetch: false });
      await query.fetchNextPage();
    },
  });
  const stoppedAt = last?.next == null ? (last?.older ?? null) : null;
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <p role="status" className="px-4 pb-2 text-ink-3 text-sm tabular-nums sm:px-5">
        {countText(calls.length, last)}
      </p>
      <CallList
        calls={calls}
        previousCallId={previousCallId}
        pathOf={(id) => hitPath(pathOf(id), byId.get(id)?.hit ?? null)}
        hitOf={(id) => byId.get(id)?.line}
        besideOf={(id) => byId.get(id)?.play}
        linkState={linkState}
        agentNameOf={agentNameOf}
        empty={
          <EmptyState
            icon={Search}
            className="border-t py-24"
            action={<Button onClick={() => address.replace({})}>Clear all</Button>}
          >
            No call fits. Try fewer words, only the beginning of a word, or remove a filter.
          </EmptyState>
        }
        more={
          stoppedAt !== null ? (
            <SearchOlder
              stoppedAt={stoppedAt}
              found={calls.length}
              busy={more.busy}
              onClick={() => more.send()}
            />
          ) : (
            query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />
          )
        }
      />
    </div>
  );
}

function indexed(hits: readonly FoundCall[], playOf: (hit: CallHit, callId: string) => ReactNode) {
  for (const { call } of hits) if (call.contact) rememberContact(call.contact.id, call.contact.name);
  return {
    calls: hits.map(({ call }) => call),
    byId: new Map(
      hits.map(({ call, hit }) => [
        call._id,
        {
          hit,
          line: hit && <HitLine hit={hit} />,
          play: hit?.playable === true ? playOf(hit, call._id) : null,
        },
      ]),
    ),
  };
}

function countText(count: number, last: FoundPage | undefined): string {
  const calls = count === 1 ? '1 call' : `${numberText(count)} calls`;
  if (last?.next != null) return `The latest ${calls}`;
  if (last?.older != null) return `${calls} so far`;
  return count === 0 ? 'No calls' : calls;
}

interface SearchOlderProps {
  stoppedAt: string;
  found: number;
  busy: boolean;
  onClick: () => void;
}

/** The search stopped for time: nothing is left out silently. */
function SearchOlder({ stoppedAt, found, busy, onClick }: SearchOlderProps) {
  const day = dayOfId(stoppedAt);
  return (
    <div className={cx('grid justify-items-center gap-2 border-t p-3 text-center', found === 0 && 'py-16')}>
      <p className="text-ink-2 text-sm">
        {found === 0 ? 'Nothing found so far. ' : ''}
        {day === null
          ? 'Older calls have not been searched yet.'
          : `Calls before ${day} have not been searched yet.`}
      </p>
      <Button busy={busy} onClick={onClick}>
        {busy ? 'Searching...' : 'Search older calls'}
      </Button>
    </div>
  );
}

/** Ids of calls begin with their time. */
function dayOfId(id: string): string | null {
  const at = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  if (Number.isNaN(at.getTime())) return null;
  return at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
}

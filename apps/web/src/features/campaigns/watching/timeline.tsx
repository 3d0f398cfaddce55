import { campaignEventKinds, pauseReasons } from '@parley/contract';
import { History } from 'lucide-react';
import type { CampaignEvent } from '../../../lib/parsing/campaign-run.ts';
import { useLoadMore } from '../../../lib/use-load-more.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { useEvents } from './use-watching.ts';

/** What was decided about the campaign, by whom and why, the latest first. */
export function Timeline({ campaignId }: { campaignId: string }) {
  const query = useEvents(campaignId);
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-earlier-events', query });
  if (query.data === undefined)
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading timeline..."
        failed="Failed to load the timeline"
      />
    );
  return (
    <Card className="overflow-clip">
      {query.data.length === 0 ? (
        <EmptyState icon={History}>Nothing was decided yet.</EmptyState>
      ) : (
        <ol aria-label="What was decided" className="-mt-px">
          {query.data.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </ol>
      )}
      {query.hasNextPage && <LoadMore busy={more.busy} label="Load Earlier" onClick={() => more.send()} />}
    </Card>
  );
}

function Line({ event: { at, kind, reason, detail, row, by } }: { event: CampaignEvent }) {
  const why = wordOf(pauseReasons, reason);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 border-t px-4 py-2.5 sm:px-5">
      <span className="min-w-0">
        <span className="font-medium">{wordOf(campaignEventKinds, kind)}</span>
        {row !== null && <span className="text-ink-2">{`, row ${row}`}</span>}
        <span className="text-ink-2">
          {by === null ? ' by itself' : ' by '}
          {by !== null && <bdi>{by.displayName}</bdi>}
        </span>
      </span>
      <Instant at={at} className="text-ink-3 text-sm tabular-nums" />
      {(why !== '' || detail !== '') && (
        <span className="wrap-anywhere col-span-2 text-ink-2 text-sm">
          {[why, detail].filter((text) => text !== '').join(' ')}
        </span>
      )}
    </li>
  );
}

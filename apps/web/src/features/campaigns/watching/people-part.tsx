import type { Campaign, Recipient } from '@parley/contract';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useLoadMore } from '../../../lib/use-load-more.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { ResultsFile } from '../report/results-file-button.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { filterOf, rowFilters } from './row-filter.ts';
import { useRows } from './use-watching.ts';

interface PeoplePartProps {
  campaign: Campaign;
  callPath: (callId: string) => string;
}

/** The rows of the file in their order, a page at a time. */
export function PeoplePart({ campaign, callPath }: PeoplePartProps) {
  const [chosen, setChosen] = useAddressParam('rows');
  const query = useRows(campaign.id, filterOf(chosen));
  const [opened, setOpened] = useState<Recipient | null>(null);
  const value = rowFilters.some((each) => each.value === chosen) ? chosen : '';
  return (
    <Card className="min-h-[max(20rem,calc(100dvh-16rem))] overflow-clip">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        <div className="w-full max-w-xs">
          <NativeSelect label="People" value={value} options={rowFilters} onValueChange={setChosen} />
        </div>
        <ResultsFile campaign={campaign} />
      </div>
      <Rows {...{ campaign, query, callPath }} onOpen={setOpened} />
      <CallsDialog
        campaignId={campaign.id}
        person={opened}
        callPath={callPath}
        onClose={() => setOpened(null)}
      />
    </Card>
  );
}

interface RowsProps extends PeoplePartProps {
  query: ReturnType<typeof useRows>;
  onOpen: (person: Recipient) => void;
}

function Rows({ campaign, query, onOpen }: RowsProps) {
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-people', query });
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading people..."
          failed="Failed to load the people"
        />
      </div>
    );
  if (query.data.length === 0)
    return (
      <EmptyState icon={Users} className="border-t py-24">
        Nobody of this campaign is in this state.
      </EmptyState>
    );
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <ul aria-label="People of the campaign">
        {query.data.map((person) => (
          <PersonRow key={person.row} campaign={campaign} person={person} onOpen={onOpen} />
        ))}
      </ul>
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

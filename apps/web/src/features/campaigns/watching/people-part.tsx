import { Users } from 'lucide-react';
import { useState } from 'react';
import type { Campaign, Recipient } from '../../../lib/parsing/campaigns.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useLoadMore } from '../../../lib/use-load-more.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { UntilDialog } from '../../../ui/until-dialog.tsx';
import { ResultsFile } from '../report/results-file-button.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { rowFilterOf, rowFilters } from './row-filter.ts';
import { rowName } from './row-name.ts';
import { useRowAct } from './use-run.ts';
import { useRows } from './use-watching.ts';

interface PeoplePartProps {
  campaign: Campaign;
  callPath: (callId: string) => string;
}

/** The rows of the file in their order, a page at a time. */
export function PeoplePart({ campaign, callPath }: PeoplePartProps) {
  const [chosen, setChosen] = useAddressParam('rows');
  const query = useRows(campaign.id, rowFilterOf(chosen));
  const [opened, setOpened] = useState<Recipient | null>(null);
  const [held, setHeld] = useState<Recipient | null>(null);
  const act = useRowAct(campaign.id);
  const value = rowFilters.some((each) => each.value === chosen) ? chosen : '';
  return (
    <Card className="min-h-[max(20rem,calc(100dvh-16rem))] overflow-clip">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        <div className="w-full max-w-xs">
          <NativeSelect label="People" value={value} options={rowFilters} onValueChange={setChosen} />
        </div>
        <ResultsFile campaign={campaign} />
      </div>
      <Rows {...{ campaign, query }} onOpen={setOpened} onHold={setHeld} />
      <CallsDialog
        campaignId={campaign.id}
        person={opened}
        callPath={callPath}
        onClose={() => setOpened(null)}
      />
      <UntilDialog
        open={held !== null}
        title={held === null ? 'Hold Until' : `Hold ${rowName(held)} Until`}
        action="Hold"
        onClose={() => setHeld(null)}
        onChosen={(until) => held !== null && act({ act: 'hold', row: held.row, until })}
      />
    </Card>
  );
}

interface RowsProps {
  campaign: Campaign;
  query: ReturnType<typeof useRows>;
  onOpen: (person: Recipient) => void;
  onHold: (person: Recipient) => void;
}

function Rows({ campaign, query, ...asks }: RowsProps) {
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
          <PersonRow key={person.row} campaign={campaign} person={person} {...asks} />
        ))}
      </ul>
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

import { type DoNotCallEntry, limits } from '@parley/contract';
import { PhoneOff, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useLoadMore } from '../../lib/use-load-more.ts';
import { useSearch } from '../../lib/use-search.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { numberText } from '../../ui/number-text.ts';
import { Segments } from '../../ui/segments.tsx';
import { type NumberPaths, NumberRow } from './number-row.tsx';
import { RemoveNumberDialog } from './remove-dialog.tsx';
import { type FoundNumbers, useDoNotCall } from './use-do-not-call.ts';

interface DoNotCallViewProps {
  paths: NumberPaths;
  /** Null for those who may not add any. */
  onAdd: (() => void) | null;
}

export function DoNotCallView({ paths, onAdd }: DoNotCallViewProps) {
  const { typed, setTyped, search } = useSearch();
  const [show, setShow] = useAddressParam('show');
  const unconfirmed = show === 'unconfirmed';
  const query = useDoNotCall(search, unconfirmed);
  const [removing, setRemoving] = useState<DoNotCallEntry | null>(null);
  const searchId = useId();
  const found = query.data;
  return (
    <Card className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        <div className="relative w-full sm:max-w-sm">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3"
          />
          <input
            id={searchId}
            type="search"
            aria-label="Search by number"
            placeholder="Search by number"
            autoComplete="off"
            maxLength={limits.doNotCallSearchMax}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={cx(controlClasses, 'h-9 pl-9')}
          />
        </div>
        <Segments
          label="Show"
          value={unconfirmed ? 'unconfirmed' : 'all'}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'unconfirmed', label: toConfirm(found) },
          ]}
          onValueChange={(value) => setShow(value === 'all' ? '' : value)}
        />
        <p role="status" className="ml-auto text-ink-3 text-sm tabular-nums">
          {countText(found, search, unconfirmed)}
        </p>
      </div>
      <Found {...{ query, search, unconfirmed, paths, onAdd }} onRemove={setRemoving} />
      <RemoveNumberDialog entry={removing} onClose={() => setRemoving(null)} returnTo={searchId} />
    </Card>
  );
}

function toConfirm(found: FoundNumbers | undefined): string {
  const count = found?.unconfirmed ?? 0;
  return count === 0 ? 'To confirm' : `To confirm (${numberText(count)})`;
}

function countText(found: FoundNumbers | undefined, search: string, unconfirmed: boolean): string {
  if (found === undefined) return '';
  if (search !== '') return found.entries.length === 0 ? 'Nothing found' : '';
  const count = unconfirmed ? found.unconfirmed : found.total;
  return count === 1 ? '1 number' : `${numberText(count)} numbers`;
}

interface FoundProps extends DoNotCallViewProps {
  query: ReturnType<typeof useDoNotCall>;
  search: string;
  unconfirmed: boolean;
  onRemove: (entry: DoNotCallEntry) => void;
}

function Found({ query, search, unconfirmed, paths, onAdd, onRemove }: FoundProps) {
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-numbers', query });
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading numbers..."
          failed="Failed to load the list"
        />
      </div>
    );
  if (query.data.entries.length === 0) return <Nothing {...{ search, unconfirmed, onAdd }} />;
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <ul aria-label="Numbers that are never called">
        {query.data.entries.map((entry) => (
          <NumberRow key={entry.id} entry={entry} paths={paths} onRemove={onRemove} />
        ))}
      </ul>
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

function Nothing({ search, unconfirmed, onAdd }: Pick<FoundProps, 'search' | 'unconfirmed' | 'onAdd'>) {
  if (search !== '')
    return (
      <EmptyState icon={Search} className="border-t py-24">
        No number on the list has these digits.
      </EmptyState>
    );
  if (unconfirmed)
    return (
      <EmptyState icon={PhoneOff} className="border-t py-24">
        Every number on the list is confirmed.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={PhoneOff}
      className="border-t py-24"
      action={onAdd !== null && <Button onClick={onAdd}>Add a number</Button>}
    >
      {onAdd === null
        ? 'No numbers yet. Whoever asks an agent not to be called again appears here.'
        : 'No numbers yet. Whoever asks an agent not to be called again appears here; add others by hand, or import a CSV file.'}
    </EmptyState>
  );
}

import type { FollowUpCounts } from '../../lib/parsing/follow-ups.ts';
import { numberText } from '../../ui/number-text.ts';
import { Segments } from '../../ui/segments.tsx';
import type { Filter } from './filter.ts';
import { stateFilterId } from './use-inbox.ts';

interface FiltersProps {
  filter: Filter;
  counts: FollowUpCounts | undefined;
  onChange: (filter: Filter) => void;
}

export function Filters({ filter, counts, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segments
        id={stateFilterId}
        label="State"
        value={filter.state}
        onValueChange={(state) => onChange({ ...filter, state })}
        segments={[
          { value: 'open', label: <Counted count={counts?.open}>Open</Counted> },
          { value: 'snoozed', label: <Counted count={counts?.snoozed}>Snoozed</Counted> },
          { value: 'done', label: 'Done' },
        ]}
      />
      <Segments
        label="Owner"
        value={filter.owner}
        onValueChange={(owner) => onChange({ ...filter, owner })}
        segments={[
          { value: 'anyone', label: 'Anyone' },
          // Only the open ones of one's own are counted.
          {
            value: 'me',
            label: <Counted count={filter.state === 'open' ? counts?.mine : 0}>Mine</Counted>,
          },
          { value: 'nobody', label: "Nobody's" },
        ]}
      />
    </div>
  );
}

function Counted({ count = 0, children }: { count?: number | undefined; children: string }) {
  return (
    <>
      {children}
      {count > 0 && <span className="font-normal text-ink-3 tabular-nums">{numberText(count)}</span>}
    </>
  );
}

import { rowReasons } from '@parley/contract';
import { CircleCheck } from 'lucide-react';
import type { Campaign, Recipient } from '../../../../lib/parsing/campaigns.ts';
import { useLoadMore } from '../../../../lib/use-load-more.ts';
import { useRetry } from '../../../../lib/use-send.ts';
import { wordOf } from '../../../../lib/word-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LoadMore } from '../../../../ui/load-more.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { PhoneNumber } from '../../../../ui/phone-number.tsx';
import { type RowFilter, useRecipients } from './use-recipients.ts';
import { zoneText } from './zone-text.ts';

interface RowsTableProps {
  campaign: Campaign;
  filter: RowFilter;
  /** Null for those who may not. */
  onCorrect: ((recipient: Recipient) => void) | null;
}

export function RowsTable({ campaign, filter, onCorrect }: RowsTableProps) {
  const query = useRecipients(campaign.id, filter);
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-rows', query });
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading rows..."
          failed="Failed to load the rows"
        />
      </div>
    );
  if (query.data.length === 0)
    return (
      <EmptyState icon={CircleCheck} className="border-t py-16">
        {nothing[filter.state] ?? 'No rows.'}
      </EmptyState>
    );
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <ul aria-label="Rows of the file">
        {query.data.map((recipient) => (
          <Row key={recipient.row} recipient={recipient} onCorrect={onCorrect} />
        ))}
      </ul>
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

const nothing: Readonly<Partial<Record<RowFilter['state'], string>>> = {
  pending: 'No row can be called yet.',
  to_fix: 'Nothing has to be mended.',
  refused: 'No row was refused.',
};

function Row({ recipient, onCorrect }: Pick<RowsTableProps, 'onCorrect'> & { recipient: Recipient }) {
  const { row, name, number, state, reason, detail } = recipient;
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t px-4 py-2.5 sm:px-5 md:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1.4fr)_4.5rem]">
      <span className="text-ink-3 text-sm tabular-nums">
        <span className="sr-only">Row </span>
        {numberText(row)}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {name === '' ? <span className="text-ink-3">No name</span> : <bdi>{name}</bdi>}
        </span>
        {number === null ? (
          <span className="text-ink-3 text-sm">No number</span>
        ) : (
          <PhoneNumber className="text-ink-2 text-sm">{number}</PhoneNumber>
        )}
      </span>
      <span className="min-w-0 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
        {reason === null ? (
          <>
            <span className="block text-ink-2 text-sm">{zoneText(recipient)}</span>
            {recipient.shared === true && (
              <span className="block text-ink-3 text-sm">
                Shares the number with somebody else, and is called in turn.
              </span>
            )}
            {recipient.consent.some(({ undated }) => undated) && (
              <span className="block text-ink-3 text-sm">
                Consent without a day: whatever has a day counts before it.
              </span>
            )}
          </>
        ) : (
          <>
            <span className={cx('block text-sm', state === 'refused' ? 'text-ink-2' : 'text-amber')}>
              {wordOf(rowReasons, reason)}
            </span>
            {detail !== '' && (
              <span className="wrap-anywhere block text-ink-3 text-sm">
                <bdi>{detail.slice(0, 120)}</bdi>
              </span>
            )}
          </>
        )}
      </span>
      <span className="text-right max-md:col-start-3 max-md:row-start-1">
        {onCorrect !== null && (
          <Button
            look="quiet"
            className="-my-1.5 h-8 px-2 text-sm max-md:-mr-2"
            aria-label={`${state === 'to_fix' ? 'Mend' : 'Change'} row ${row}`}
            onClick={() => onCorrect(recipient)}
          >
            {state === 'to_fix' ? 'Mend' : 'Change'}
          </Button>
        )}
      </span>
    </li>
  );
}

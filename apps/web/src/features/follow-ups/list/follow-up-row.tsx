import { memo } from 'react';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Party } from '../../../ui/party.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { reasonLabel } from '../reasons.ts';
import { When } from '../when.tsx';
import { OwnerBadge } from './owner-badge.tsx';

export interface FollowUpRowProps {
  followUp: FollowUp;
  /** Position in the list, from 1; only the rows near the viewport are mounted. */
  position: number;
  total: number;
  chosen: boolean;
  /** One row of the list can be reached with Tab; keys move between them. */
  tabbable: boolean;
  onChoose: (id: string) => void;
}

export const FollowUpRow = memo(function FollowUpRow(props: FollowUpRowProps) {
  const { followUp, position, total, chosen, tabbable, onChoose } = props;
  const { id, urgent, number, contact, what, reason, owner, sandbox, lastCall } = followUp;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and an li may only be in a list
    <div role="listitem" aria-posinset={position} aria-setsize={total} className="border-t first:border-t-0">
      <button
        type="button"
        id={rowId(id)}
        data-follow-up={id}
        aria-current={chosen ? 'true' : undefined}
        tabIndex={tabbable ? 0 : -1}
        onClick={() => onChoose(id)}
        className={cx(
          'grid w-full gap-0.5 border-transparent border-l-2 px-4 py-2.5 text-left text-sm -outline-offset-2',
          chosen ? 'border-l-ink bg-sunken' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            {urgent && <Status tone="red">Urgent</Status>}
            {number !== null && <Party number={number} contact={contact} className="text-base" />}
            {number === null && <span className="font-medium text-base">{reasonLabel(reason)}</span>}
            {sandbox && <span className="text-amber text-xs">Sandbox</span>}
          </span>
          <When followUp={followUp} className="shrink-0 whitespace-nowrap text-xs" />
        </span>
        <span className="line-clamp-2 wrap-anywhere text-ink-2">{what}</span>
        <span className="flex items-center gap-2 text-ink-3 text-xs">
          <span className="truncate">{number === null ? '' : reasonLabel(reason)}</span>
          {lastCall?.live === true && <Badge tone="blue">{callingText(lastCall.by)}</Badge>}
          <span className="ml-auto">{owner !== null && <OwnerBadge name={owner.displayName} />}</span>
        </span>
      </button>
    </div>
  );
});

export const rowSelector = '[data-follow-up]';

export function rowId(id: string): string {
  return `follow-up-${id}`;
}

/** Somebody calls back at this moment. */
export function callingText(by: string | null): string {
  return by === null ? 'Being called now' : `${by} is calling now`;
}

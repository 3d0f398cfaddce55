import type { Call } from '@parley/contract';
import { type KeyboardEvent, memo } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { durationText, Instant } from '../../../ui/instant.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { counterparty, directionLabel, reasonSentence, statusTone, withheldNumber } from '../call-words.ts';
import { DirectionIcon } from '../direction-icon.tsx';
import { CallRowMenu } from './call-row-menu.tsx';
import { gist } from './gist.ts';
import { type CallAction, repeatable } from './use-call-actions.ts';

export interface CallRowProps {
  call: Call;
  /** Its place in the list, counted from 1; only the rows near the window are on the page. */
  place: number;
  total: number;
  path: string;
  agentName: string;
  busy: CallAction | null;
  /** It came in while the list was open. */
  arrived: boolean;
  onCallAgain: (call: Call) => void;
  onDelete: (call: Call) => void;
}

/** The whole row but its menu is one link; a link is opened by Enter, and here by Space as well. */
export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { call, place, total, path, agentName, busy, arrived, onCallAgain, onDelete } = props;
  const number = counterparty(call) ?? withheldNumber;
  const about = gist(call);
  const reason = reasonSentence(call);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows come in groups, and an li may stand in nothing but a list
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={total}
      className={cx('flex border-t has-[a:hover]:bg-sunken', arrived && 'animate-arrive')}
    >
      <Link
        id={rowId(call._id)}
        to={path}
        onKeyDown={openBySpace}
        className={cx(
          'grid min-w-0 flex-1 content-center items-center gap-x-4 gap-y-0.5 py-2.5 pr-2 pl-4 -outline-offset-2',
          'sm:pl-5 lg:h-16 lg:grid-cols-[minmax(0,1fr)_6.5rem_10rem_8rem_3.25rem] lg:py-0',
          'xl:grid-cols-[minmax(0,1fr)_7rem_15rem_8.5rem_3.25rem] xl:gap-x-6',
        )}
      >
        <span className="grid min-w-0 grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-3">
          <DirectionIcon direction={call.direction} />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="wrap-anywhere font-medium">{number}</span>
            <span className="text-ink-3 text-sm">{directionLabel(call)}</span>
            {call.practice && <span className="text-amber text-xs">Practice</span>}
          </span>
          {about !== null && <span className="col-start-2 truncate text-ink-2 text-sm">{about}</span>}
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm max-lg:pl-7 lg:contents">
          <span className="truncate text-ink-2 max-lg:order-3">{agentName}</span>
          <span className="grid min-w-0 max-lg:order-1 max-lg:basis-3/4">
            <Status tone={statusTone(call.status)}>{call.status}</Status>
            {reason !== null && (
              <span title={reason} className="text-ink-3 text-xs lg:truncate">
                {reason}
              </span>
            )}
          </span>
          <Instant
            at={call.createdAt}
            className="whitespace-nowrap text-ink-2 max-lg:order-4 max-lg:ml-auto lg:text-right"
          />
          <span className="text-right text-ink-2 max-lg:order-2 max-lg:ml-auto">
            {call.duration !== null && (
              <>
                <span className="sr-only">Duration </span>
                {durationText(call.duration)}
              </>
            )}
          </span>
        </span>
      </Link>
      <span className="flex items-center pr-2">
        <CallRowMenu
          label={number}
          busy={busy}
          canCallAgain={repeatable(call) !== null}
          onCallAgain={() => onCallAgain(call)}
          onDelete={() => onDelete(call)}
        />
      </span>
    </div>
  );
});

export function rowId(callId: string): string {
  return `call-${callId}`;
}

function openBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

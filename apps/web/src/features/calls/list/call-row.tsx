import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Call } from '../../../lib/parsing/calls.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { durationText, Instant } from '../../../ui/instant.tsx';
import { Party } from '../../../ui/party.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import type { CallAction } from '../busy-calls.ts';
import {
  counterparty,
  directionLabel,
  reasonSentence,
  resultWords,
  statusTone,
  withheldNumber,
} from '../call-labels.ts';
import { DirectionIcon } from '../direction-icon.tsx';
import { repeatable } from '../repeatable.ts';
import { CallRowMenu, type CallRowMenuProps } from './call-row-menu.tsx';
import { saveRowPosition } from './row-position.ts';
import { summaryLine } from './summary-line.ts';

export interface CallRowProps extends Pick<CallRowMenuProps, 'Menu' | 'loadMenus'> {
  call: Call;
  /** Position in the list, from 1; only the rows near the viewport are mounted. */
  position: number;
  total: number;
  path: string;
  agentName: string;
  busy: CallAction | null;
  /** It arrived while the list was open. */
  isNew: boolean;
  /** Shown in the place of the summary. */
  hit?: ReactNode;
  /** Beside its menu. */
  beside?: ReactNode;
  linkState?: unknown;
  onCallAgain: (call: Call) => void;
  onDelete: (call: Call) => void;
}

/** The whole row except its menu is one link; besides Enter, Space opens it too. */
export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { call, position, total, path, agentName, busy, isNew, hit = null, beside } = props;
  const { linkState, Menu, loadMenus, onCallAgain, onDelete } = props;
  const number = counterparty(call) ?? withheldNumber;
  const reason = reasonSentence(call);
  const about = summaryLine(call, reason);
  const result = resultWords(call.outcome);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and an li may only be in a list
    <div
      role="listitem"
      aria-posinset={position}
      aria-setsize={total}
      className={cx('flex border-t has-[a:hover]:bg-sunken', isNew && 'animate-arrive')}
    >
      <Link
        id={rowId(call._id)}
        to={path}
        state={linkState}
        onKeyDown={openBySpace}
        onClick={(event) => saveRowPosition(call._id, event.currentTarget, total)}
        className={cx(
          'grid min-w-0 flex-1 grid-cols-[1rem_minmax(0,1fr)_auto] content-center items-baseline gap-x-3',
          'py-2.5 pr-2 pl-4 text-sm -outline-offset-2 sm:pl-5 lg:min-h-16 lg:py-2 xl:gap-x-4',
          'lg:grid-cols-[1rem_minmax(0,1fr)_7rem_6.5rem_8rem_3.25rem]',
          'xl:grid-cols-[1rem_minmax(0,1fr)_8rem_7rem_8.5rem_3.25rem]',
        )}
      >
        <DirectionIcon direction={call.direction} className="self-center" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-lg:col-span-2">
          <Party number={number} contact={call.contact} className="contents! text-base" />
          <span className="text-ink-3">{directionLabel(call)}</span>
          {call.sandbox && <span className="text-amber text-xs">Sandbox</span>}
        </span>
        {(hit !== null || about !== null) && (
          <span
            className={cx(
              'col-span-2 col-start-2 text-ink-2 lg:row-start-2',
              hit === null ? 'truncate' : 'wrap-anywhere line-clamp-3 lg:line-clamp-2',
            )}
          >
            {hit ?? about}
          </span>
        )}
        {/* In a narrow window the result stands beside the status, in a wide one below it. */}
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-lg:col-span-2 max-lg:col-start-2 lg:contents">
          <Status tone={statusTone(call.status)} className="lg:col-start-4 lg:row-start-1">
            {call.status}
          </Status>
          {result !== null && (
            <Badge
              tone={result.tone}
              className={cx(
                'lg:col-span-3 lg:col-start-4 lg:row-start-2',
                reason === null ? 'lg:justify-self-start' : 'lg:justify-self-end',
              )}
            >
              {result.short}
            </Badge>
          )}
          <span className="text-right text-ink-2 max-lg:ml-auto lg:col-start-6 lg:row-start-1">
            {call.duration !== null && (
              <>
                <span className="sr-only">Duration </span>
                {durationText(call.duration)}
              </>
            )}
          </span>
        </span>
        {reason !== null && (
          <span
            title={reason}
            className={cx(
              'min-w-0 text-ink-3 text-xs max-lg:col-span-2 max-lg:col-start-2',
              'lg:col-span-3 lg:col-start-4 lg:row-start-2 lg:truncate',
              // The room of the result.
              result !== null && 'lg:pr-24',
            )}
          >
            {reason}
          </span>
        )}
        <span className="truncate text-ink-2 max-lg:col-start-2 lg:col-start-3 lg:row-start-1">
          {agentName}
        </span>
        <Instant
          at={call.createdAt}
          className="whitespace-nowrap text-right text-ink-2 lg:col-start-5 lg:row-start-1"
        />
      </Link>
      <span className="flex items-center pr-2">
        {beside}
        <CallRowMenu
          label={number}
          Menu={Menu}
          loadMenus={loadMenus}
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

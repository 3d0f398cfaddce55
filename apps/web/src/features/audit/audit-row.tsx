import { memo } from 'react';
import type { AuditEntry } from '../../lib/parsing/audit.ts';
import { Instant } from '../../ui/instant.tsx';
import { actionText, actorText } from './texts.ts';

interface AuditRowProps {
  entry: AuditEntry;
  /** Position in the list, from 1; only the rows near the viewport are mounted. */
  position: number;
  total: number;
  onOpen: (id: number) => void;
}

export const AuditRow = memo(function AuditRow({ entry, position, total, onOpen }: AuditRowProps) {
  const { id, at, actor, action, subject, address } = entry;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and an li may only be in a list
    <div role="listitem" aria-posinset={position} aria-setsize={total} className="border-t">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken sm:px-5 lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.7fr)_7rem]"
      >
        <Instant at={at} className="text-ink-3 text-sm tabular-nums max-lg:order-2 max-lg:text-right" />
        <span className="truncate font-medium max-lg:order-1">
          <bdi>{actorText(actor)}</bdi>
        </span>
        <span className="truncate max-lg:order-3 max-lg:col-span-2">{actionText(action)}</span>
        <span className="truncate font-mono text-ink-3 text-xs max-lg:hidden">{subject}</span>
        <span className="truncate text-right text-ink-3 text-sm tabular-nums max-lg:hidden">{address}</span>
      </button>
    </div>
  );
});

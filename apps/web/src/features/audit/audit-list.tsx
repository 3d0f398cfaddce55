import { inGroups } from '../../lib/in-groups.ts';
import type { AuditEntry } from '../../lib/parsing/audit.ts';
import { useNearViewport } from '../../ui/use-near-viewport.ts';
import { AuditRow } from './audit-row.tsx';

/** Rows that are mounted and unmounted together. */
const groupSize = 50;

/** Estimated row height, until the group has been rendered and measured. */
const rowPx = 43;

interface AuditListProps {
  entries: readonly AuditEntry[];
  onOpen: (id: number) => void;
}

export function AuditList({ entries, onOpen }: AuditListProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and a ul may contain only li
    <div role="list" aria-label="Entries">
      {inGroups(entries, groupSize).map((group, index) => (
        <AuditGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is a range of indexes, whatever is in it
          key={index}
          entries={group}
          start={index * groupSize}
          total={entries.length}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface AuditGroupProps extends AuditListProps {
  /** Index of the first entry in the whole list, and the length of the list. */
  start: number;
  total: number;
}

/** Rows near the viewport, or an empty box of the same height. */
function AuditGroup({ entries, start, total, onOpen }: AuditGroupProps) {
  const { ref, near, height } = useNearViewport(start === 0);
  return (
    <div
      ref={ref}
      role="presentation"
      {...(!near && { style: { height: height ?? entries.length * rowPx } })}
    >
      {near &&
        entries.map((entry, index) => (
          <AuditRow key={entry.id} entry={entry} position={start + index + 1} total={total} onOpen={onOpen} />
        ))}
    </div>
  );
}

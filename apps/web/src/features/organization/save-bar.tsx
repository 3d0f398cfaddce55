import type { Organization } from '@parley/contract';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';

interface SaveBarProps {
  organization: Organization;
  dirty: boolean;
  busy: boolean;
  /** How many mistakes keep the settings from being saved. */
  mistakes: number;
  onDiscard: () => void;
}

/** Says where one stands, and stays in view while something is not saved. */
export function SaveBar({ organization, dirty, busy, mistakes, onDiscard }: SaveBarProps) {
  if (!dirty && !busy) return <LastChange organization={organization} />;
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border bg-surface px-4 py-3 shadow-pop">
      <p role="status" className="font-medium">
        {mistakes > 0 ? mistakesText(mistakes) : 'Unsaved changes'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </div>
  );
}

function mistakesText(count: number): string {
  return count === 1
    ? 'Not saved: one mistake is marked above'
    : `Not saved: ${count} mistakes are marked above`;
}

function LastChange({ organization: { changedAt, changedBy } }: { organization: Organization }) {
  if (changedAt === null) return null;
  return (
    <p className="text-ink-3 text-sm">
      {'Last changed on '}
      <Instant at={changedAt} />
      {changedBy !== null && ` by ${changedBy.displayName}`}
    </p>
  );
}

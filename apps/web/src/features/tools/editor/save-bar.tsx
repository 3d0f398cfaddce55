import { Button } from '../../../ui/button.tsx';

interface SaveBarProps {
  /** A tool that is not there yet is saved by its own button. */
  isNew: boolean;
  add?: string;
  busy: boolean;
  mistakes: number;
  onDiscard: () => void;
}

/** Stays in view while something is not saved. */
export function SaveBar({ isNew, add = 'Add Tool', busy, mistakes, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border bg-surface px-4 py-3 shadow-pop">
      <p role="status" className="font-medium">
        {mistakes > 0 ? mistakesText(mistakes) : isNew ? 'Not saved yet' : 'Unsaved changes'}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isNew && (
          <Button disabled={busy} onClick={onDiscard}>
            Discard
          </Button>
        )}
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Saving...' : isNew ? add : 'Save Changes'}
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

import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';

interface ConflictNoticeProps {
  title: string;
  /** Who has saved meanwhile; null when the name is not known. */
  who: string | null;
  /** What only they have changed, and what both have. */
  theirs: readonly string[];
  both: readonly string[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else has saved while this form was being changed: nothing is overwritten unasked. */
export function ConflictNotice({ title, who, theirs, both, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <AlertBox
      tone="amber"
      sticky
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onTakeTheirs}>Discard My Changes</Button>
          <Button look="primary" onClick={onKeepMine}>
            Keep My Changes
          </Button>
        </div>
      }
    >
      <p>{`${who ?? 'Somebody else'} saved it while you were editing. Your changes are not saved yet.`}</p>
      {theirs.length > 0 && <p>{`Changed there only: ${theirs.join(', ')}.`}</p>}
      {both.length > 0 && <p>{`Changed by both: ${both.join(', ')}.`}</p>}
    </AlertBox>
  );
}

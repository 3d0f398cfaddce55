import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';

interface ContactConflictProps {
  onTake: () => void;
  onKeep: () => void;
}

export function ContactConflict({ onTake, onKeep }: ContactConflictProps) {
  return (
    <AlertBox tone="amber" title="Somebody else has changed this contact meanwhile.">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onTake}>Show Theirs</Button>
        <Button onClick={onKeep}>Keep Mine</Button>
      </div>
    </AlertBox>
  );
}

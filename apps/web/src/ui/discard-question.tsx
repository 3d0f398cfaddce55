import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface DiscardQuestionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asked before Esc or a click outside closes a form with unsaved input. */
export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onKeep()} title="Discard What You Typed?">
      <div className="grid gap-4">
        <p className="text-ink-2">It has not been saved or sent.</p>
        <DialogActions>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
          <Button look="primary" data-autofocus onClick={onKeep}>
            Keep Editing
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

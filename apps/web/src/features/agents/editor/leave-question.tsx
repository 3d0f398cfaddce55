import { useBlocker } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';

/** Asks before another page is shown while the draft cannot be saved by itself. */
export function LeaveQuestion({ isStuck }: { isStuck: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isStuck && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && stay()}
      title="Leave Before It Is Saved?"
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          The draft is not saved. What you typed is kept in this tab until you open the agent here again; it
          is lost when the tab is closed.
        </p>
        <DialogActions>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button look="primary" data-autofocus onClick={stay}>
            Keep Editing
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

import { toast } from 'sonner';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';

interface IdleDialogProps {
  /** Null: nothing to warn about. */
  secondsLeft: number | null;
  onStay: () => void;
  onSignOut: () => Promise<void>;
}

/** Closing it in any way means staying. */
export function IdleDialog({ secondsLeft, onStay, onSignOut }: IdleDialogProps) {
  const { busy, send } = useSend({
    name: 'sign-out-idle',
    once: true,
    act: onSignOut,
    onFailed: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Dialog
      open={secondsLeft !== null}
      onOpenChange={(open) => !open && onStay()}
      title="Are you still there?"
      description="Nobody has used Parley for a while, so you will be signed out. What you have typed is kept."
    >
      <p className="pb-4 text-lg">
        Signing out in <span className="font-semibold tabular-nums">{timeText(secondsLeft ?? 0)}</span>
      </p>
      {/* Announced a few times, not with every second. */}
      <p role="status" className="sr-only">
        {announcement(secondsLeft ?? 0)}
      </p>
      <DialogActions>
        <Button busy={busy} onClick={() => send()}>
          Sign Out Now
        </Button>
        <Button look="primary" data-autofocus onClick={onStay}>
          Stay Signed In
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The same text for a while, so that it is read once. */
function announcement(seconds: number): string {
  if (seconds > 60) return 'You will be signed out in two minutes.';
  if (seconds > 30) return 'You will be signed out in a minute.';
  if (seconds > 10) return 'You will be signed out in 30 seconds.';
  return 'You will be signed out in 10 seconds.';
}

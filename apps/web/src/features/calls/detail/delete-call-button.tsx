import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useBusyCalls } from '../busy-calls.ts';
import { useDeleteCall } from '../use-delete-call.ts';

interface DeleteCallButtonProps {
  callId: string;
  /** Shows the list; awaited, so that the page does not say that its call is gone. */
  leave: () => unknown;
}

/** Without a confirmation: the toast has an Undo. */
export function DeleteCallButton({ callId, leave }: DeleteCallButtonProps) {
  const { send } = useDeleteCall(leave);
  const busy = useBusyCalls().get(callId) === 'delete';
  return (
    <Button busy={busy} onClick={() => send({ callId })}>
      {!busy && <Trash2 aria-hidden="true" className="size-4" />}
      {busy ? 'Deleting...' : 'Delete'}
    </Button>
  );
}

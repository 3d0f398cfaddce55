import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { DraftOffer } from './draft-offer.tsx';

interface DialogFormProps<Typed> {
  children: ReactNode;
  ref?: RefObject<HTMLFormElement | null>;
  /** What was typed on an earlier visit. */
  draft: { readonly offered: Typed | null; readonly dismiss: () => void };
  onRestore: (typed: Typed) => void;
  /** On the button. */
  action: string;
  /** On the button while it is sent. */
  doing: string;
  busy: boolean;
  error: string | null;
  /** Above the reason. */
  failed: string;
  onSubmit: () => void;
  onCancel: () => void;
}

/** A form that is the whole of a dialog: offers its draft, says why it was refused, and ends with Cancel and its action. */
export function DialogForm<Typed>({ children, ref, draft, onRestore, ...rest }: DialogFormProps<Typed>) {
  const { action, doing, busy, error, failed, onSubmit, onCancel } = rest;
  const { offered, dismiss } = draft;
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) onSubmit();
  }
  return (
    <form ref={ref} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {offered !== null && (
        <DraftOffer
          onRestore={() => {
            onRestore(offered);
            dismiss();
          }}
        />
      )}
      {children}
      {error !== null && <AlertBox title={failed}>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? doing : action}
        </Button>
      </DialogActions>
    </form>
  );
}

import { type ComponentType, useEffect, useRef } from 'react';
import { callDraftName } from '../features/calls/new-call/draft-name.ts';
import { useClearDraft } from '../lib/drafts.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadingNote } from '../ui/spinner.tsx';
import type { NewCallProps } from './new-call.tsx';
import { useLate } from './use-late.ts';

let known: ComponentType<NewCallProps> | null = null;
const loadForm = async () => {
  known = (await import('./new-call.tsx')).NewCall;
  return known;
};

/** Whoever points at the button will press it: the form is on its way by then. */
export const loadFormEarly = () => void loadForm().catch(() => {});

interface NewCallDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Opens at once, whatever the line; the form is no part of the list's first load and may come a moment later. */
export function NewCallDialog({ open, onClose }: NewCallDialogProps) {
  const clearDraft = useClearDraft();
  return (
    <FormDialog
      open={open}
      title="New Call"
      wide
      onClose={onClose}
      onDiscard={() => {
        clearDraft(callDraftName);
        onClose();
      }}
    >
      {(onWork) => open && <LateForm onClose={onClose} onWork={onWork} />}
    </FormDialog>
  );
}

function LateForm({ onClose, onWork }: Required<NewCallProps>) {
  const { value: NewCall, failed, trying, retry } = useLate(loadForm, known);
  const place = useRef<HTMLDivElement>(null);
  const here = NewCall !== null;
  // The dialog has given the focus away before there was a field to give it to.
  useEffect(() => {
    if (here) place.current?.querySelector<HTMLElement>('[role=combobox], input')?.focus();
  }, [here]);
  return (
    <div ref={place} className="min-h-80">
      {NewCall !== null ? (
        <NewCall onClose={onClose} onWork={onWork} />
      ) : failed ? (
        <AlertBox
          title="The form could not be loaded."
          action={
            <Button busy={trying} onClick={retry}>
              Retry
            </Button>
          }
        >
          It comes by itself as soon as the server answers.
        </AlertBox>
      ) : (
        <LoadingNote className="py-28">Loading...</LoadingNote>
      )}
    </div>
  );
}

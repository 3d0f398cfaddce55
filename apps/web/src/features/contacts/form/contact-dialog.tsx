import { contactRoutes, notPermittedSentence } from '@parley/contract';
import { useClearDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { type ContactEdit, ContactForm, contactDraftName } from './contact-form.tsx';
import type { ReadNumber } from './contact-mistakes.ts';

interface ContactDialogProps {
  editing: ContactEdit | null;
  readNumber: ReadNumber;
  onClose: () => void;
  /** With the number that was saved, which may be another one than before. */
  onSaved?: (number: string) => void;
}

export function ContactDialog({ editing, readNumber, onClose, onSaved }: ContactDialogProps) {
  const clearDraft = useClearDraft();
  const may = useMay();
  const route = editing?.contact ? contactRoutes.changeContact : contactRoutes.createContact;
  return (
    <FormDialog
      open={editing !== null}
      title={editing?.contact ? 'Edit Contact' : 'Add Contact'}
      wide
      onClose={onClose}
      onDiscard={() => {
        if (editing !== null) clearDraft(contactDraftName(editing));
        onClose();
      }}
    >
      {(onDirtyChange) =>
        editing !== null &&
        (may(route.permission) ? (
          <ContactForm
            editing={editing}
            readNumber={readNumber}
            onDirtyChange={onDirtyChange}
            onDone={(number) => {
              onClose();
              if (number !== null) onSaved?.(number);
            }}
          />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

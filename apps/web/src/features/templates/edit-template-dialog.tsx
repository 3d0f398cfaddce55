import { useClearDraft } from '../../lib/drafts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type TemplateEdit, templateDraftName } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';

interface EditTemplateDialogProps {
  editing: TemplateEdit | null;
  onClose: () => void;
}

export function EditTemplateDialog({ editing, onClose }: EditTemplateDialogProps) {
  const clearDraft = useClearDraft();
  return (
    <FormDialog
      open={editing !== null}
      title={editing?.template ? 'Edit Template' : 'Create Template'}
      onClose={onClose}
      onDiscard={() => {
        if (editing !== null) clearDraft(templateDraftName(editing));
        onClose();
      }}
    >
      {(onDirtyChange) =>
        editing !== null && <TemplateForm editing={editing} onDone={onClose} onDirtyChange={onDirtyChange} />
      }
    </FormDialog>
  );
}

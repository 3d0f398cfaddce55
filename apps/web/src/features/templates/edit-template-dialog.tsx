import { notPermittedSentence, routes } from '@parley/contract';
import { useClearDraft } from '../../lib/drafts.ts';
import { useMay } from '../../lib/permissions.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { type TemplateEdit, templateDraftName } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';

interface EditTemplateDialogProps {
  editing: TemplateEdit | null;
  onClose: () => void;
}

export function EditTemplateDialog({ editing, onClose }: EditTemplateDialogProps) {
  const clearDraft = useClearDraft();
  const may = useMay();
  const route = editing?.template ? routes.updateTemplate : routes.createTemplate;
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
        editing !== null &&
        (may(route.permission) ? (
          <TemplateForm editing={editing} onDone={onClose} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

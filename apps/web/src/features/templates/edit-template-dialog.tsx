import type { Template } from '@parley/contract';
import { useClearDraft } from '../../lib/drafts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { templateDraftName } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';

/** A new template of an agent, or one that is there already. */
export interface Editing {
  agentId: string;
  template: Template | null;
}

interface EditTemplateDialogProps {
  editing: Editing | null;
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
      {(onWork) => editing !== null && <TemplateForm editing={editing} onDone={onClose} onWork={onWork} />}
    </FormDialog>
  );
}

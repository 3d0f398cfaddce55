import type { Template } from '@parley/contract';
import { Dialog } from '../../ui/dialog.tsx';
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
  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      title={editing?.template ? 'Edit Template' : 'Create Template'}
    >
      {editing !== null && <TemplateForm editing={editing} onDone={onClose} />}
    </Dialog>
  );
}

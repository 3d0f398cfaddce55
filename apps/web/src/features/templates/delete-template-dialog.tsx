import { notPermittedSentence, routes, type Template } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { deleteError } from './error-texts.ts';

interface DeleteTemplateDialogProps {
  template: Template | null;
  onClose: () => void;
}

export function DeleteTemplateDialog({ template, onClose }: DeleteTemplateDialogProps) {
  const may = useMay();
  return (
    <Dialog open={template !== null} onOpenChange={(open) => !open && onClose()} title="Delete Template">
      {template !== null &&
        (may(routes.deleteTemplate.permission) ? (
          <Confirmation template={template} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function Confirmation({ template, onClose }: { template: Template; onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const mounted = useMounted();
  const { busy, send } = useSend({
    name: 'delete-template',
    once: true,
    act: () => api.send(routes.deleteTemplate, { params: { id: template._id } }),
    onDone: async () => {
      notifyOtherTabs({ kind: 'changed', what: 'templates' });
      await client.invalidateQueries({ queryKey: queryKeys.templates });
      if (mounted.current) onClose();
    },
    onFailed: (error) => {
      const { title, detail } = deleteError(error);
      toast.error(title, detail === null ? {} : { description: detail });
    },
  });
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="font-medium">Are you sure?</p>
        <p className="wrap-anywhere text-ink-2">
          {`You are about to delete the template "${template.name}". This action cannot be undone.`}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          Delete Template
        </Button>
      </DialogActions>
    </div>
  );
}

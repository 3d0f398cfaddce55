import { type CallView, callViewRoutes } from '@parley/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { useInFlight, useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useDeleteView, useRefreshViews } from './use-views.ts';
import { useViewName } from './view-name.ts';

interface ManageViewsDialogProps {
  open: boolean;
  views: readonly CallView[];
  returnTo: string;
  onClose: () => void;
}

export function ManageViewsDialog({ open, views, returnTo, onClose }: ManageViewsDialogProps) {
  const [renaming, setRenaming] = useState<string | null>(null);
  const mayDelete = useMay()(callViewRoutes.deleteCallView.permission);
  // A dialog would stand between the pointer and the Undo of the toast.
  const remove = useDeleteView(onClose);
  const running = useInFlight();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Your Views"
      description="Only you see your views."
      returnTo={returnTo}
    >
      {views.length > 0 && (
        <ul aria-label="Views" className="-my-2 grid">
          {views.map((view) => (
            <li key={view.id} className="flex min-h-12 items-center gap-1 border-t py-1 first:border-t-0">
              {renaming === view.id ? (
                <RenameForm view={view} onClose={() => setRenaming(null)} />
              ) : (
                <>
                  <span className="wrap-anywhere min-w-0 flex-1">{view.name}</span>
                  <IconButton
                    icon={Pencil}
                    label={`Rename ${view.name}`}
                    onClick={() => setRenaming(view.id)}
                  />
                  {mayDelete && (
                    <IconButton
                      icon={Trash2}
                      label={`Delete ${view.name}`}
                      disabled={running.has(`delete-view:${view.id}`)}
                      onClick={() => remove.send(view)}
                    />
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function RenameForm({ view, onClose }: { view: CallView; onClose: () => void }) {
  const api = useApi();
  const refresh = useRefreshViews();
  const { name, field, submit, setError } = useViewName(view.name);
  const { busy, send } = useSend({
    name: 'rename-view',
    once: true,
    act: () => api.send(callViewRoutes.changeCallView, { params: { id: view.id }, body: { name } }),
    onDone: async () => {
      await refresh();
      onClose();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  return (
    <form noValidate onSubmit={submit(send)} className="flex w-full flex-wrap items-end gap-2 py-1">
      <TextField
        label={`New name of ${view.name}`}
        className="min-w-40 flex-1"
        autoFocus
        {...field}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Only the form closes, not the dialog around it.
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look="primary" busy={busy}>
        Rename
      </Button>
    </form>
  );
}

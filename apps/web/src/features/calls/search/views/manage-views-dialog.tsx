import { type CallView, callViewRoutes, limits } from '@parley/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { useInFlight, useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useDeleteView, useRefreshViews } from './use-views.ts';
import { nameError } from './view-name.ts';

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
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'rename-view',
    once: true,
    act: () =>
      api.send(callViewRoutes.changeCallView, { params: { id: view.id }, body: { name: name.trim() } }),
    onDone: async () => {
      await refresh();
      onClose();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const wrong = nameError(name);
    setError(wrong);
    if (wrong === null) send();
  }
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-wrap items-end gap-2 py-1">
      <TextField
        label={`New name of ${view.name}`}
        className="min-w-40 flex-1"
        autoComplete="off"
        autoFocus
        value={name}
        count={{ length: [...name.trim()].length, max: limits.viewNameMax }}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
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

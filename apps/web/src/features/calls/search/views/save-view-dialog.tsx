import { type CallView, callViewRoutes, viewFiltersVersion } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import type { FilterValues } from '../filter-values.ts';
import { useRefreshViews } from './use-views.ts';
import { useViewName } from './view-name.ts';

interface SaveViewDialogProps {
  open: boolean;
  views: readonly CallView[];
  values: FilterValues;
  returnTo: string;
  onClose: () => void;
}

export function SaveViewDialog({ open, onClose, returnTo, ...rest }: SaveViewDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Save View"
      description="Only you see your views."
      returnTo={returnTo}
    >
      <SaveForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function SaveForm({ views, values, onClose }: Omit<SaveViewDialogProps, 'open' | 'returnTo'>) {
  const api = useApi();
  const refresh = useRefreshViews();
  const { name, field, submit, setError } = useViewName('');
  /** With the name of a view, that one gets the filters that are shown. */
  const same = views.find((view) => view.name.toLowerCase() === name.toLowerCase());
  const { busy, send } = useSend({
    name: 'save-view',
    once: true,
    act: () => {
      const filters = { version: viewFiltersVersion, values };
      return same === undefined
        ? api.send(callViewRoutes.createCallView, { body: { name, filters } })
        : api.send(callViewRoutes.changeCallView, { params: { id: same.id }, body: { filters } });
    },
    onDone: async () => {
      toast.success(`View "${name}" saved`);
      await refresh();
      onClose();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  return (
    <form noValidate onSubmit={submit(send)} className="grid gap-4">
      <TextField
        label="Name"
        data-autofocus
        {...field}
        note={same === undefined ? undefined : 'You have a view with this name. Its filters are replaced.'}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {same === undefined ? 'Save View' : 'Replace View'}
        </Button>
      </DialogActions>
    </form>
  );
}

import { callViewRoutes } from '@parley/contract';
import { Bookmark, Check, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../../ui/menu.tsx';
import type { FilterAddress } from '../filter-address.ts';
import { isFiltered } from '../filter-values.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { isSameView, isUsable, useViews } from './use-views.ts';

const menuId = 'call-views';

/** The saved views of this person: apply one, save what is shown, rename and delete. */
export function ViewsMenu({ address }: { address: FilterAddress }) {
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const may = useMay();
  const { values, replace } = address;
  const filtered = isFiltered(values);
  const query = useViews(open || dialog !== null || filtered);
  const views = query.data ?? [];
  const shown = views.find((view) => isSameView(view, values));
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        align="start"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button id={menuId} className="min-w-0 max-w-72 max-sm:max-w-42">
            <Bookmark aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 truncate">{shown?.name ?? 'Views'}</span>
          </Button>
        }
      >
        {views.length === 0 && (
          <MenuLabel>
            {query.isError
              ? 'Failed to load your views.'
              : query.data === undefined
                ? 'Loading...'
                : 'Save a search or filters to find them here.'}
          </MenuLabel>
        )}
        {views.map((view) => (
          <MenuItem
            key={view.id}
            disabled={!isUsable(view)}
            onSelect={() => replace(view.filters.values as FilterAddress['values'])}
          >
            <span className="min-w-0 max-w-64 truncate">{view.name}</span>
            {view === shown && <Check aria-label="shown" className="ml-auto size-4 shrink-0 text-ink-2" />}
          </MenuItem>
        ))}
        <MenuSeparator />
        {may(callViewRoutes.createCallView.permission) && (
          <MenuItem icon={Plus} disabled={!filtered} onSelect={() => setDialog('save')}>
            Save as view...
          </MenuItem>
        )}
        {may(callViewRoutes.changeCallView.permission) && views.length > 0 && (
          <MenuItem icon={Pencil} onSelect={() => setDialog('manage')}>
            Rename or delete...
          </MenuItem>
        )}
      </Menu>
      <SaveViewDialog
        open={dialog === 'save'}
        views={views}
        values={values}
        returnTo={menuId}
        onClose={close}
      />
      <ManageViewsDialog open={dialog === 'manage'} views={views} returnTo={menuId} onClose={close} />
    </>
  );
}

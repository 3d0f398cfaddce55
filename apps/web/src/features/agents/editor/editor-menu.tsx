import { agentRoutes, type EditedAgent } from '@parley/contract';
import { Archive, Copy, EllipsisVertical, Trash } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/permissions.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { DeleteDialog, isDeletable } from './delete-dialog.tsx';

interface EditorMenuProps {
  agent: EditedAgent;
  listPath: string;
  onDeleted: () => void;
}

export function EditorMenu({ agent, listPath, onDeleted }: EditorMenuProps) {
  const may = useMay();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'archive' | 'delete' | null>(null);
  const close = () => setAsked(null);
  if (!may(agentRoutes.archiveAgent.permission)) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label="More actions" />}>
        <MenuItem
          icon={Copy}
          onSelect={() => navigate({ pathname: listPath, search: `?copy=${encodeURIComponent(agent.id)}` })}
        >
          Copy to a New Agent
        </MenuItem>
        {agent.archivedAt === null && (
          <MenuItem icon={Archive} danger onSelect={() => setAsked('archive')}>
            Archive
          </MenuItem>
        )}
        {isDeletable(agent) && may(agentRoutes.deleteAgent.permission) && (
          <MenuItem icon={Trash} danger onSelect={() => setAsked('delete')}>
            Delete
          </MenuItem>
        )}
      </Menu>
      <ArchiveDialog open={asked === 'archive'} agent={agent} onClose={close} />
      <DeleteDialog
        open={asked === 'delete'}
        agent={agent}
        listPath={listPath}
        onDeleted={onDeleted}
        onClose={close}
      />
    </>
  );
}

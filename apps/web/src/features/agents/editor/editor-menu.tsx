import { agentRoutes, type EditedAgent } from '@parley/contract';
import { Archive, Copy, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/permissions.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';

export function EditorMenu({ agent, listPath }: { agent: EditedAgent; listPath: string }) {
  const may = useMay();
  const navigate = useNavigate();
  const [archiving, setArchiving] = useState(false);
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
        <MenuItem icon={Archive} danger onSelect={() => setArchiving(true)}>
          Archive
        </MenuItem>
      </Menu>
      <ArchiveDialog open={archiving} agent={agent} onClose={() => setArchiving(false)} />
    </>
  );
}

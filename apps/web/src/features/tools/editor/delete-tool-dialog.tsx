import { type Tool, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { refusalText } from '../refusal-text.ts';
import { useToolsChanged } from '../use-tools-changed.ts';

interface DeleteToolDialogProps {
  /** Null while it is closed. */
  tool: Tool | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteToolDialog({ tool, onClose, onDeleted }: DeleteToolDialogProps) {
  return (
    <Dialog open={tool !== null} onOpenChange={(next) => !next && onClose()} title="Delete Tool">
      {tool !== null && <Question tool={tool} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}

function Question({ tool, onClose, onDeleted }: DeleteToolDialogProps & { tool: Tool }) {
  const api = useApi();
  const changed = useToolsChanged();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'delete-tool',
    once: true,
    act: () =>
      api.send(toolRoutes.deleteTool, { params: { id: tool.id }, query: { revision: tool.revision } }),
    onDone: async () => {
      onDeleted();
      toast.success('Tool deleted');
      await changed(null, tool.id);
    },
    onFailed: (error) => setFailure(refusalText(error)),
  });
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        {'Delete '}
        <strong>{tool.name}</strong>
        {'? Calls that are up keep it until they end; what it did stays on their pages.'}
      </p>
      {failure !== null && <AlertBox title="Failed to delete the tool">{failure}</AlertBox>}
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          {busy ? 'Deleting...' : 'Delete Tool'}
        </Button>
      </DialogActions>
    </div>
  );
}

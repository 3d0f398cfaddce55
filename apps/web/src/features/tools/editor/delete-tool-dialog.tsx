import { type Tool, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Question } from '../../../ui/question.tsx';
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
      {tool !== null && <DeleteQuestion tool={tool} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}

function DeleteQuestion({ tool, onClose, onDeleted }: DeleteToolDialogProps & { tool: Tool }) {
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
    <Question
      {...{ action: 'Delete Tool', doing: 'Deleting...', failed: 'Failed to delete the tool', busy }}
      error={failure}
      holds
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {'Delete '}
        <strong>{tool.name}</strong>
        {'? Calls that are up keep it until they end; what it did stays on their pages.'}
      </p>
    </Question>
  );
}

import { type ApiKey, apiKeyRoutes, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Question } from '../../ui/question.tsx';
import { useApiKeysChanged } from './use-api-keys.ts';

interface RevokeDialogProps {
  /** Null while it is closed. */
  apiKey: ApiKey | null;
  onClose: () => void;
}

export function RevokeDialog({ apiKey, onClose }: RevokeDialogProps) {
  const isPermitted = useMay()(apiKeyRoutes.revokeApiKey.permission);
  return (
    <Dialog
      open={apiKey !== null}
      onOpenChange={(next) => !next && onClose()}
      title={apiKey === null ? '' : `Revoke ${apiKey.name}`}
    >
      {apiKey !== null &&
        (isPermitted ? (
          <RevokeQuestion apiKey={apiKey} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function RevokeQuestion({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const api = useApi();
  const changed = useApiKeysChanged();
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'revoke-api-key',
    act: () => {
      setError(null);
      return api.send(apiKeyRoutes.revokeApiKey, { params: { id: apiKey.id } });
    },
    onDone: async () => {
      toast.success('Key revoked');
      onClose();
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  return (
    <Question
      {...{ action: 'Revoke Key', doing: 'Revoking...', failed: 'Failed to revoke the key', busy, error }}
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="text-ink-2">
        Whatever uses this key is refused from now on. This cannot be undone; the key stays in the list, so
        that the audit log has its name.
      </p>
    </Question>
  );
}

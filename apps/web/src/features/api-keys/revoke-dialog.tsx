import { type ApiKey, apiKeyRoutes, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
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
          <Question apiKey={apiKey} onClose={onClose} />
        ) : (
          <NoPermission>{notPermittedSentence}</NoPermission>
        ))}
    </Dialog>
  );
}

function Question({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
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
    <div className="grid gap-4">
      <p className="text-ink-2">
        Whatever uses this key is refused from now on. This cannot be undone; the key stays in the list, so
        that the audit log has its name.
      </p>
      {error !== null && <AlertBox title="Failed to revoke the key">{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          {busy ? 'Revoking...' : 'Revoke Key'}
        </Button>
      </DialogActions>
    </div>
  );
}

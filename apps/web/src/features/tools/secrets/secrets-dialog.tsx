import { notPermittedSentence, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { useToolSecrets } from '../use-tools.ts';
import { SecretForm } from './secret-form.tsx';
import { SecretList } from './secret-list.tsx';

/** Secrets of tools: entered, replaced and deleted, never shown. */
export function SecretsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isPermitted = useMay()(toolRoutes.putToolSecret.permission);
  return (
    <FormDialog
      open={open}
      title="Secrets of Tools"
      description="Keys and passwords that headers name. They stay on the server; nobody can read them again."
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        open &&
        (isPermitted ? (
          <Secrets onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

function Secrets({ onDirtyChange }: { onDirtyChange: (dirty: boolean) => void }) {
  const query = useToolSecrets();
  const retry = useRetry(query.refetch);
  /** The name of the secret whose value is replaced. */
  const [replaced, setReplaced] = useState<string | null>(null);
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading secrets..."
        failed="Failed to load the secrets"
        compact
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {query.data.length === 0 ? (
        <p className="text-ink-3">No secrets yet. Add one, then choose it for a header.</p>
      ) : (
        <SecretList secrets={query.data} onReplace={setReplaced} />
      )}
      <SecretForm
        key={replaced ?? ''}
        replaced={replaced}
        names={query.data.map(({ name }) => name)}
        onDirtyChange={onDirtyChange}
        onDone={() => setReplaced(null)}
      />
    </div>
  );
}

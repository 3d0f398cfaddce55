import { type ToolSecret, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { refusalText } from '../refusal-text.ts';
import { useToolsChanged } from '../use-tools-changed.ts';

interface SecretListProps {
  secrets: readonly ToolSecret[];
  onReplace: (name: string) => void;
}

export function SecretList({ secrets, onReplace }: SecretListProps) {
  const may = useMay();
  const api = useApi();
  const changed = useToolsChanged();
  /** The secret whose deletion is asked about. */
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'delete-tool-secret',
    act: (name: string) => api.send(toolRoutes.deleteToolSecret, { params: { name } }),
    onDone: async () => {
      await changed(null);
      setAsked(null);
      toast.success('Secret deleted');
    },
    onFailed: (error) => {
      setAsked(null);
      setFailure(refusalText(error));
    },
  });
  return (
    <>
      <ul aria-label="Secrets" className="grid">
        {secrets.map(({ name, setAt, setBy, usedBy }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t py-2.5 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere font-mono text-sm">{name}</p>
              <p className="wrap-anywhere text-ink-3 text-xs">
                {'Set on '}
                <Instant at={setAt} />
                {setBy !== null && ` by ${setBy.displayName}`}
                {usedBy.length === 0 ? ' · not used' : ` · used by ${usedBy.join(', ')}`}
              </p>
            </div>
            {asked === name ? (
              <>
                <Button look="danger" busy={busy} onClick={() => send(name)}>
                  {busy ? 'Deleting...' : 'Delete Secret'}
                </Button>
                <Button disabled={busy} onClick={() => setAsked(null)}>
                  Keep It
                </Button>
              </>
            ) : (
              <>
                <Button aria-label={`Replace ${name}`} onClick={() => onReplace(name)}>
                  Replace
                </Button>
                {may(toolRoutes.deleteToolSecret.permission) && (
                  <Button
                    look="quiet"
                    aria-label={`Delete ${name}`}
                    onClick={() => {
                      setFailure(null);
                      setAsked(name);
                    }}
                  >
                    Delete
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {failure !== null && <AlertBox title="Failed to delete the secret">{failure}</AlertBox>}
    </>
  );
}

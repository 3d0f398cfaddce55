import { apiKeyRoutes, limits, tooManyApiKeysSentence } from '@parley/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useMay } from '../../lib/permissions.ts';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { KeyRow } from './key-row.tsx';
import { sortedKeys, stateOf } from './key-state.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useApiKeys } from './use-api-keys.ts';

const newButtonId = 'new-api-key';

/** The keys of the organization, as a card of Settings ▸ Developers. Its dialogs stand in the address. */
export function ApiKeysCard() {
  const query = useApiKeys();
  const retry = useRetry(query.refetch);
  const mayCreate = useMay()(apiKeyRoutes.createApiKey.permission);
  const [dialog, setDialog] = useAddressParam('dialog');
  const [kind, id] = dialog.split(':');
  const close = () => setDialog('');
  const now = Date.now();
  const keys = sortedKeys(query.data ?? [], now);
  const working = keys.filter((key) => stateOf(key, now).works).length;
  const full = working >= limits.apiKeysMax;
  return (
    <ListCard
      title="API Keys"
      subtitle={
        query.data === undefined || keys.length === 0
          ? 'Let other software use Parley.'
          : `${working} of at most ${limits.apiKeysMax} keys ${working === 1 ? 'works' : 'work'}.`
      }
      action={
        mayCreate && (
          <Button id={newButtonId} look="primary" disabled={full} onClick={() => setDialog('new-key')}>
            <Plus aria-hidden="true" className="size-4" />
            New Key
          </Button>
        )
      }
      query={query}
      onRetry={retry.send}
      loading="Loading keys..."
      failed="Failed to load the keys"
      icon={KeyRound}
      empty="No keys yet. Make one for each program that places or reads calls, so that each can be revoked alone."
      full={full ? tooManyApiKeysSentence : null}
      rows={keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          state={stateOf(key, now)}
          onRevoke={() => setDialog(`revoke-key:${key.id}`)}
        />
      ))}
    >
      {mayCreate && <NewKeyDialog open={kind === 'new-key'} returnTo={newButtonId} onClose={close} />}
      <RevokeDialog
        apiKey={kind === 'revoke-key' ? (keys.find((key) => key.id === id) ?? null) : null}
        onClose={close}
      />
    </ListCard>
  );
}

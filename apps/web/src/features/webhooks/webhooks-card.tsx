import { limits, tooManyWebhooksSentence, webhookRoutes } from '@parley/contract';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { WebhookSecret } from '../../lib/parsing/webhooks.ts';
import { useMay } from '../../lib/permissions.ts';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Deliveries } from './deliveries.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { DeleteQuestion, RotateQuestion, SecretDialog, WebhookFormDialog } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';

const newButtonId = 'new-webhook';

/** The endpoints of the organization, as a card of Settings ▸ Developers. Its dialogs stand in the address. */
export function WebhooksCard() {
  const query = useWebhooks();
  const retry = useRetry(query.refetch);
  const may = useMay();
  const mayCreate = may(webhookRoutes.createWebhook.permission);
  const [dialog, setDialog] = useAddressParam('dialog');
  const [made, setMade] = useState<WebhookSecret | null>(null);
  const [kind = '', id] = dialog.split(':');
  const close = () => setDialog('');
  const endpoints = query.data ?? [];
  const full = endpoints.length >= limits.webhooksMax;
  const chosen = endpoints.find((endpoint) => endpoint.id === id) ?? null;
  const opened = (name: string) => (kind === name ? chosen : null);
  const [rotated, deleted, listed] = [
    opened('rotate-webhook'),
    opened('delete-webhook'),
    opened('deliveries'),
  ];
  const dialogProps = { onOpenChange: (next: boolean) => void (!next && close()) };
  return (
    <ListCard
      title="Webhooks"
      subtitle="Let other software know what happens."
      action={
        mayCreate && (
          <Button id={newButtonId} look="primary" disabled={full} onClick={() => setDialog('new-webhook')}>
            <Plus aria-hidden="true" className="size-4" />
            New Endpoint
          </Button>
        )
      }
      query={query}
      onRetry={retry.send}
      loading="Loading webhooks..."
      failed="Failed to load the webhooks"
      icon={Webhook}
      empty="No endpoints yet. Add the address of other software, and choose what it is told of: a call that ended, a summary, a follow-up."
      full={full ? tooManyWebhooksSentence : null}
      rows={endpoints.map((endpoint) => (
        <WebhookRow
          key={endpoint.id}
          endpoint={endpoint}
          onOpen={(name) => setDialog(`${name}:${endpoint.id}`)}
        />
      ))}
    >
      <WebhookFormDialog
        open={(kind === 'new-webhook' && mayCreate) || opened('edit-webhook') !== null}
        endpoint={opened('edit-webhook')}
        {...(kind === 'new-webhook' && { returnTo: newButtonId })}
        onMade={setMade}
        onClose={close}
      />
      <Dialog open={rotated !== null} title={`New Secret for ${rotated?.name ?? ''}`} {...dialogProps}>
        {rotated !== null && <RotateQuestion endpoint={rotated} onClose={close} onMade={setMade} />}
      </Dialog>
      <Dialog open={deleted !== null} title={`Delete ${deleted?.name ?? ''}`} {...dialogProps}>
        {deleted !== null && <DeleteQuestion endpoint={deleted} onClose={close} />}
      </Dialog>
      <Dialog open={listed !== null} title={`Deliveries of ${listed?.name ?? ''}`} wide {...dialogProps}>
        {listed !== null && <Deliveries endpoint={listed} />}
      </Dialog>
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </ListCard>
  );
}

import { limits, tooManyWebhooksSentence, webhookRoutes } from '@parley/contract';
import { Plus, Webhook } from 'lucide-react';
import { useId, useState } from 'react';
import type { WebhookSecret } from '../../lib/parsing/webhooks.ts';
import { useMay } from '../../lib/permissions.ts';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useRetry } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Deliveries } from './deliveries.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { DeleteQuestion, RotateQuestion, SecretDialog, WebhookFormDialog } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';

const newButtonId = 'new-webhook';

/** The endpoints of the organization, as a card of Settings ▸ Developers. Its dialogs stand in the address. */
export function WebhooksCard() {
  const titleId = useId();
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
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Webhooks"
        titleId={titleId}
        subtitle="Let other software know what happens."
        actions={
          mayCreate && (
            <Button id={newButtonId} look="primary" disabled={full} onClick={() => setDialog('new-webhook')}>
              <Plus aria-hidden="true" className="size-4" />
              New Endpoint
            </Button>
          )
        }
        className="border-b"
      />
      {query.data === undefined ? (
        <div className="p-5">
          <LoadState
            query={query}
            onRetry={retry.send}
            loading="Loading webhooks..."
            failed="Failed to load the webhooks"
          />
        </div>
      ) : endpoints.length === 0 ? (
        <EmptyState icon={Webhook}>
          No endpoints yet. Add the address of other software, and choose what it is told of: a call that
          ended, a summary, a follow-up.
        </EmptyState>
      ) : (
        <>
          {full && (
            <AlertBox tone="amber" className="m-5">
              {tooManyWebhooksSentence}
            </AlertBox>
          )}
          <ul aria-labelledby={titleId}>
            {endpoints.map((endpoint) => (
              <WebhookRow
                key={endpoint.id}
                endpoint={endpoint}
                onOpen={(name) => setDialog(`${name}:${endpoint.id}`)}
              />
            ))}
          </ul>
        </>
      )}
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
    </Card>
  );
}

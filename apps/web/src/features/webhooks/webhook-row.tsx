import {
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEventTypes,
  webhookRoutes,
} from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { numberText } from '../../ui/number-text.ts';
import { Status } from '../../ui/status-dot.tsx';
import { endpointState } from './webhook-state.ts';

export type WebhookDialog = 'edit-webhook' | 'rotate-webhook' | 'delete-webhook' | 'deliveries';

interface WebhookRowProps {
  endpoint: WebhookEndpoint;
  onOpen: (dialog: WebhookDialog) => void;
}

export function WebhookRow({ endpoint, onOpen }: WebhookRowProps) {
  const may = useMay();
  const { tone, word, sentence } = endpointState(endpoint);
  const { name } = endpoint;
  return (
    <li className="grid gap-2 border-t px-5 py-4 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="wrap-anywhere font-medium">{name}</span>
        <Status tone={tone} className="text-sm">
          {word}
        </Status>
      </p>
      {sentence !== null && <p className="text-ink-2 text-sm">{sentence}</p>}
      <p className="wrap-anywhere text-ink-2 text-sm">
        <code className="text-xs">{endpoint.address}</code>
      </p>
      <Events events={endpoint.events} />
      <p className="text-ink-3 text-sm">
        {'Added '}
        <Instant at={endpoint.createdAt} />
        {endpoint.createdBy !== null && ` by ${endpoint.createdBy.displayName}`}
        {endpoint.waiting > 0 && ` · ${numberText(endpoint.waiting)} waiting`}
      </p>
      <div className="-ml-3.5 flex flex-wrap">
        <Button look="quiet" aria-label={`Deliveries of ${name}`} onClick={() => onOpen('deliveries')}>
          Deliveries
        </Button>
        {endpoint.enabled && may(webhookRoutes.testWebhook.permission) && <SendTest endpoint={endpoint} />}
        {may(webhookRoutes.changeWebhook.permission) && (
          <Button look="quiet" aria-label={`Change ${name}`} onClick={() => onOpen('edit-webhook')}>
            Change
          </Button>
        )}
        {may(webhookRoutes.rotateWebhook.permission) && (
          <Button look="quiet" aria-label={`New secret for ${name}`} onClick={() => onOpen('rotate-webhook')}>
            New Secret
          </Button>
        )}
        {may(webhookRoutes.deleteWebhook.permission) && (
          <Button look="quiet" aria-label={`Delete ${name}`} onClick={() => onOpen('delete-webhook')}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

function SendTest({ endpoint }: { endpoint: WebhookEndpoint }) {
  const api = useApi();
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'test-webhook',
    act: () => api.send(webhookRoutes.testWebhook, { params: { id: endpoint.id } }),
    onDone: async () => {
      toast.success('Test event sent: see its deliveries');
      await client.invalidateQueries({ queryKey: queryKeys.webhooks });
    },
    onFailed: (failure) => void toast.error(sentenceOf(failure)),
  });
  return (
    <Button look="quiet" busy={busy} aria-label={`Send Test to ${endpoint.name}`} onClick={() => send()}>
      {busy ? 'Sending...' : 'Send Test'}
    </Button>
  );
}

/** A few are read at once; a long list is opened. */
const shownAtOnce = 3;

function Events({ events }: { events: readonly string[] }) {
  const words = events.map((name) => webhookEventTypes[name as WebhookEventType] ?? name);
  if (words.length <= shownAtOnce)
    return <p className="wrap-anywhere text-ink-2 text-sm">{words.join(' · ')}</p>;
  return (
    <details className="text-ink-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-box">{`Told of ${words.length} events`}</summary>
      <ul aria-label="Events" className="mt-1 list-disc pl-5">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </details>
  );
}

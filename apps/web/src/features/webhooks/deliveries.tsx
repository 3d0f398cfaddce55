import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type WebhookEndpoint,
  webhookRoutes,
} from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { useLoadMore } from '../../lib/use-load-more.ts';
import { useRetry, useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Status } from '../../ui/status-dot.tsx';
import { RepeatRange } from './repeat-range.tsx';
import { useDeliveries, useDeliveriesChanged, useDelivery } from './use-webhooks.ts';
import { deliveryShown, eventWords } from './webhook-state.ts';

const choices = [
  { value: '', label: 'All deliveries' },
  ...Object.entries(deliveryStates).map(([value, label]) => ({ value, label })),
];

/** What was and is to be sent to an endpoint, inside its dialog. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [state, setState] = useState<DeliveryState | ''>('');
  const query = useDeliveries(endpoint.id, state);
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-deliveries', query });
  const may = useMay();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <NativeSelect
        label="Show"
        options={choices}
        value={state}
        onValueChange={(value) => setState(value as DeliveryState | '')}
      />
      {query.data === undefined ? (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading deliveries..."
          failed="Failed to load the deliveries"
        />
      ) : query.data.length === 0 ? (
        <p className="text-ink-2">
          {state === '' ? 'Nothing was sent yet. Send a test event to try it.' : 'There is no such delivery.'}
        </p>
      ) : (
        <ul aria-label="Deliveries" className="rounded-box border">
          {query.data.map((delivery) => (
            <DeliveryItem key={delivery.id} {...{ endpoint, delivery }} />
          ))}
        </ul>
      )}
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
      {endpoint.enabled && may(webhookRoutes.repeatDeliveries.permission) && (
        <RepeatRange endpoint={endpoint} />
      )}
    </div>
  );
}

interface DeliveryItemProps {
  endpoint: WebhookEndpoint;
  delivery: Delivery;
}

function DeliveryItem({ endpoint, delivery }: DeliveryItemProps) {
  const [open, setOpen] = useState(false);
  const { tone, word, sentence } = deliveryShown(delivery);
  return (
    <li className="border-t px-4 py-3 first:border-t-0">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer rounded-box">
          <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap items-baseline gap-x-3 align-top">
            <span className="text-sm">{eventWords(delivery.type)}</span>
            <code className="text-ink-3 text-xs">{delivery.type}</code>
            <Status tone={tone} className="text-sm">
              {word}
            </Status>
            <span className="text-ink-3 text-sm">
              <Instant at={delivery.createdAt} />
              {delivery.last?.status != null && ` · ${delivery.last.status}`}
            </span>
          </span>
        </summary>
        {sentence !== null && <p className="mt-2 text-ink-2 text-sm">{sentence}</p>}
        {open && <Detail {...{ endpoint, delivery }} />}
      </details>
    </li>
  );
}

function Detail({ endpoint, delivery }: DeliveryItemProps) {
  const query = useDelivery(endpoint.id, delivery);
  const retry = useRetry(query.refetch);
  const may = useMay();
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading..."
        failed="Failed to load the delivery"
      />
    );
  const { body, made, webhookId } = query.data;
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="wrap-anywhere text-ink-3 text-sm">
        <code className="text-xs">{webhookId}</code>
      </p>
      <CodeBlock label="Request">{pretty(body)}</CodeBlock>
      {made.length === 0 ? (
        <p className="text-ink-2 text-sm">It was not sent yet.</p>
      ) : (
        <ol aria-label="Attempts" className="grid gap-2">
          {made.map((attempt) => (
            <li key={attempt.at} className="text-sm">
              <p className="text-ink-2">
                <Instant at={attempt.at} />
                {` · ${attempt.status === null ? 'no answer' : `answered ${attempt.status}`} · ${attempt.milliseconds} ms`}
              </p>
              {attempt.answer !== '' && (
                <CodeBlock label="Answer" className="mt-1">
                  {attempt.answer}
                </CodeBlock>
              )}
            </li>
          ))}
        </ol>
      )}
      {endpoint.enabled && may(webhookRoutes.repeatDelivery.permission) && (
        <Repeat {...{ endpoint, delivery }} />
      )}
    </div>
  );
}

function Repeat({ endpoint, delivery }: DeliveryItemProps) {
  const api = useApi();
  const changed = useDeliveriesChanged();
  const { busy, send } = useSend({
    name: 'repeat-delivery',
    act: () =>
      api.send(webhookRoutes.repeatDelivery, { params: { id: endpoint.id, deliveryId: delivery.id } }),
    onDone: async () => {
      toast.success('It is sent again');
      await changed();
    },
    onFailed: (failure) => void toast.error(sentenceOf(failure)),
  });
  return (
    <Button className="w-fit" busy={busy} onClick={() => send()}>
      {busy ? 'Sending...' : 'Send Again'}
    </Button>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

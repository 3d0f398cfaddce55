import type { DeliveryDetail, WebhookEndpoint } from '@parley/contract';

export const webhookIdOf = (n: number) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function webhookOf(n: number, name: string, more: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    ...{ id: webhookIdOf(n), name, address: `https://practice.example.com/webhooks/${n}` },
    ...{ events: ['call.ended', 'call.summarized'], enabled: true, off: null, failingSince: null },
    ...{ earlierSecretUntil: null, waiting: 0, createdAt: '2026-10-13T10:00:00.000Z' },
    ...{ createdBy: { displayName: 'Ines Marchetti' }, revision: 1 },
    ...more,
  };
}

export function deliveryOf(n: number, more: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const attempt = { at: '2026-10-14T09:00:01.000Z', milliseconds: 84, status: 204, problem: null };
  return {
    ...{ id: webhookIdOf(1_000 + n), webhookId: `msg_${n}`, type: 'call.ended', callId: null },
    ...{ state: 'delivered', attempts: 1, nextAt: null, held: false, last: attempt },
    ...{ createdAt: '2026-10-14T09:00:00.000Z', body: '{"type":"call.ended","data":{"status":"completed"}}' },
    made: [{ ...attempt, answer: 'thank you' }],
    ...more,
  };
}

const refused = {
  at: '2026-10-14T09:05:01.000Z',
  milliseconds: 120,
  status: 500,
  problem: 'status',
} as const;

/** The webhooks of the fake server. */
export class WebhooksDesk {
  endpoints: WebhookEndpoint[] = [
    webhookOf(3, 'Old diary', {
      ...{ enabled: false, off: { reason: 'gone', at: '2026-10-14T08:00:00.000Z' }, waiting: 2 },
    }),
    webhookOf(2, 'Practice software'),
    webhookOf(1, 'Wall display', {
      events: ['call.started', 'call.answered', 'call.ended', 'follow_up.created'],
      ...{ failingSince: '2026-10-14T09:05:00.000Z', waiting: 1, createdBy: null },
    }),
  ];
  deliveries: DeliveryDetail[] = [
    deliveryOf(3, {
      type: 'call.summarized',
      state: 'waiting',
      attempts: 0,
      held: true,
      last: null,
      made: [],
    }),
    deliveryOf(2, {
      ...{ state: 'failed', attempts: 10, last: refused },
      made: [{ ...refused, answer: 'out of order' }],
    }),
    deliveryOf(1),
  ];

  /** The answers to the parts of a range, in order. */
  parts: { status?: number; body: unknown }[] = [{ body: { repeated: 1, hasMore: false, next: null } }];

  find(id: string | undefined): WebhookEndpoint | undefined {
    return this.endpoints.find((endpoint) => endpoint.id === id);
  }
}

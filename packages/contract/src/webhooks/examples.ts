import type { RouteExample } from '../route-example.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { SentEventType } from './event-types.ts';
import type { WebhookEvents } from './events.ts';
import type { webhookRoutes } from './routes.ts';

const endpointId = '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a10';
const callId = '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a11';
const campaignId = '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a12';
const followUpId = '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a13';
const timestamp = '2026-10-14T09:03:20.000Z';
const startedAt = '2026-10-14T09:00:00.000Z';
const answeredAt = '2026-10-14T09:00:12.000Z';

const ids = { schemaVersion: 1, callId, externalId: 'appointment-1742' } as const;
const none = { schemaVersion: 1, callId: null, externalId: null } as const;
const call = {
  ...ids,
  direction: 'outbound',
  ...{ from: '+15005550006', to: '+15005550123', agentId: 'gs-dental' },
  ...{ campaignId: null, sandbox: false },
} as const;
const ended = { ...call, startedAt, endedAt: timestamp };
const transfer = { ...call, kind: 'warm', target: 'Front desk' } as const;
const campaign = { ...none, campaignId, name: 'Check-ups in October' };

/** One of each, for the description of the API and for tests. */
export const webhookEventExamples: { readonly [Type in SentEventType]: WebhookEvents[Type] } = {
  'call.started': { type: 'call.started', timestamp, data: { ...call, startedAt } },
  'call.answered': { type: 'call.answered', timestamp, data: { ...call, startedAt, answeredAt } },
  'call.ended': {
    ...{ type: 'call.ended', timestamp },
    data: { ...ended, status: 'completed', reason: null, answeredAt, durationSeconds: 188 },
  },
  'call.failed': {
    ...{ type: 'call.failed', timestamp },
    data: { ...ended, status: 'failed', reason: 'carrier_refused', answeredAt: null, durationSeconds: null },
  },
  'call.summarized': {
    ...{ type: 'call.summarized', timestamp },
    data: { ...call, status: 'completed', summary: 'Maria Lopez confirmed Tuesday at ten.', result: null },
  },
  'recording.ready': {
    ...{ type: 'recording.ready', timestamp, data: { ...call, milliseconds: 188_400 } },
  },
  'recording.deleted': { type: 'recording.deleted', timestamp, data: ids },
  'transfer.requested': { type: 'transfer.requested', timestamp, data: transfer },
  'transfer.completed': { type: 'transfer.completed', timestamp, data: transfer },
  'transfer.failed': { type: 'transfer.failed', timestamp, data: { ...transfer, reason: 'no-answer' } },
  'campaign.started': { type: 'campaign.started', timestamp, data: campaign },
  'campaign.paused': { type: 'campaign.paused', timestamp, data: { ...campaign, reason: 'person' } },
  'campaign.completed': { type: 'campaign.completed', timestamp, data: { ...campaign, stopped: false } },
  'recipient.suppressed': {
    ...{ type: 'recipient.suppressed', timestamp },
    data: {
      ...{ schemaVersion: 1, callId: null, externalId: 'patient-88', campaignId, row: 12 },
      ...{ number: '+15005550123', reason: 'do_not_call' },
    },
  },
  'dnc.added': {
    ...{ type: 'dnc.added', timestamp, data: { ...ids, number: '+15005550123', unconfirmed: false } },
  },
  'follow_up.created': {
    ...{ type: 'follow_up.created', timestamp },
    data: {
      ...{ ...ids, followUpId, reason: 'callback', urgent: false, what: 'Wants to be called back.' },
      ...{ number: '+15005550123', dueAt: '2026-10-14T13:03:20.000Z' },
    },
  },
  'agent.published': {
    ...{ type: 'agent.published', timestamp, data: { ...none, agentId: 'gs-dental', agentVersion: 4 } },
  },
  'webhook.test': { type: 'webhook.test', timestamp, data: { ...none, endpointId } },
};

const endpoint: WebhookEndpoint = {
  ...{ id: endpointId, name: 'Practice software', address: 'https://practice.example.com/webhooks' },
  ...{ events: ['call.ended', 'call.failed', 'call.summarized'], enabled: true, off: null },
  ...{ failingSince: null, earlierSecretUntil: null, waiting: 0 },
  createdAt: '2026-10-13T10:00:00.000Z',
  createdBy: { displayName: 'Front desk' },
  revision: 1,
};
const attempt: DeliveryAttempt = {
  ...{ at: timestamp, milliseconds: 84, status: 204, problem: null, answer: '' },
};
const { answer: _, ...last } = attempt;
const delivery: Delivery = {
  ...{ id: '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a14', type: 'call.ended', callId, state: 'delivered' },
  ...{ webhookId: 'msg_01999f6a5c1e7aa08d3e2f6b1c9e4a14', attempts: 1, nextAt: null, held: false },
  ...{ last, createdAt: timestamp },
};
const secret = `whsec_${'x'.repeat(43)}=`;
const settings = { name: endpoint.name, address: endpoint.address, events: endpoint.events };
const span = { from: '2026-10-14T00:00:00.000Z', to: '2026-10-15T00:00:00.000Z' };

/** Of the routes of `webhooks/`. */
export const webhookExamples: Readonly<Record<keyof typeof webhookRoutes, RouteExample>> = {
  listWebhooks: { response: { endpoints: [endpoint] } },
  createWebhook: { body: settings, response: { endpoint, secret } },
  changeWebhook: { body: { ...settings, enabled: true, revision: 1 }, response: { endpoint } },
  rotateWebhook: {
    body: { revision: 1 },
    response: { endpoint: { ...endpoint, earlierSecretUntil: '2026-10-15T10:00:00.000Z' }, secret },
  },
  deleteWebhook: { response: { deleted: true } },
  testWebhook: {
    response: { delivery: { ...delivery, type: 'webhook.test', callId: null, state: 'waiting' } },
  },
  listDeliveries: { response: { deliveries: [delivery], hasMore: false, nextCursor: null } },
  getDelivery: {
    response: {
      delivery: {
        ...{ ...delivery, made: [attempt] },
        body: JSON.stringify(webhookEventExamples['call.ended']),
      },
    },
  },
  repeatDelivery: { response: { delivery: { ...delivery, state: 'waiting', nextAt: timestamp } } },
  repeatDeliveries: {
    body: { ...span, which: 'failed' },
    response: { repeated: 3, hasMore: false, next: null },
  },
};

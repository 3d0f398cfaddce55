import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import {
  deliveriesQuery,
  deliveriesResponse,
  deliveryDetailResponse,
  deliveryResponse,
  repeatRangeBody,
  repeatRangeResponse,
} from './delivery.ts';
import {
  changeWebhookBody,
  createWebhookBody,
  deleteWebhookResponse,
  rotateWebhookBody,
  webhookResponse,
  webhookSecretResponse,
  webhooksResponse,
} from './endpoint.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const id = z.string().check(z.maxLength(200));
const params = z.object({ id });
const deliveryParams = z.object({ id, deliveryId: id });
const manages = { guard: 'bearer', permission: 'webhooks.manage' } as const;

export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    ...manages,
    summary: 'The endpoints that are told of events, newest first.',
    response: webhooksResponse,
    errors: [],
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    ...manages,
    summary: 'Add an endpoint. Its secret is in this answer and nowhere else.',
    body: createWebhookBody,
    response: webhookSecretResponse,
    errors: ['invalid_request', 'host_not_allowed', 'too_many_webhooks'],
  },
  changeWebhook: {
    method: 'PUT',
    path: '/api/webhooks/:id',
    ...manages,
    summary: 'Change an endpoint, or switch it on or off. What was waiting goes on when it is on again.',
    params,
    body: changeWebhookBody,
    response: webhookResponse,
    errors: ['invalid_request', 'host_not_allowed', 'webhook_not_found', 'webhook_changed'],
  },
  rotateWebhook: {
    method: 'POST',
    path: '/api/webhooks/:id/rotate',
    ...manages,
    summary: 'Make another secret, which is in this answer. For 24 hours the one before signs too.',
    params,
    body: rotateWebhookBody,
    response: webhookSecretResponse,
    errors: ['invalid_request', 'webhook_not_found', 'webhook_changed'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/:id',
    ...manages,
    summary: 'Delete an endpoint, its secret and its deliveries, those that are waiting included.',
    params,
    response: deleteWebhookResponse,
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    ...manages,
    summary: 'Send an event of the type webhook.test.',
    params,
    response: deliveryResponse,
    errors: ['webhook_not_found', 'webhook_off', 'too_many_requests'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    ...manages,
    summary: 'What was and is to be sent to an endpoint, the latest first, a page at a time.',
    params,
    query: deliveriesQuery,
    response: deliveriesResponse,
    errors: ['invalid_request', 'webhook_not_found'],
  },
  getDelivery: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries/:deliveryId',
    ...manages,
    summary: 'One delivery with its request and every attempt.',
    params: deliveryParams,
    response: deliveryDetailResponse,
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  repeatDelivery: {
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/repeat',
    ...manages,
    summary: 'Send it again, with the same webhook-id.',
    params: deliveryParams,
    response: deliveryResponse,
    errors: ['webhook_not_found', 'delivery_not_found', 'webhook_off'],
  },
  repeatDeliveries: {
    method: 'POST',
    path: '/api/webhooks/:id/repeat',
    ...manages,
    summary: 'Send the events of a span of time again, in their order, each with the same webhook-id.',
    params,
    body: repeatRangeBody,
    response: repeatRangeResponse,
    errors: ['invalid_request', 'webhook_not_found', 'webhook_off'],
  },
} as const satisfies Record<string, Route>;

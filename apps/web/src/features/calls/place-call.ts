import { type PlaceCallResponse, routes } from '@parley/contract';
import type { ApiClient } from '../../lib/api-client.ts';

export interface CallWish {
  agentId: string;
  phoneNumber: string;
  message: string;
  /** The server dials once for each key, however often it is sent. */
  idempotencyKey: string;
}

export function placeCall(api: ApiClient, wish: CallWish): Promise<PlaceCallResponse> {
  const { agentId, phoneNumber, message, idempotencyKey } = wish;
  return api.request(routes.placeCall, {
    params: { agentId },
    body: { phoneNumber, message },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

export function callStartedText(to: string): string {
  return `Call to ${to} initiated successfully!`;
}

export const callAgainFailedText = 'Failed to initiate call. Please try again.';

import { routes } from '@parley/contract';
import type { ApiClient } from '../../lib/api-client.ts';

export interface CallWish {
  agentId: string;
  phoneNumber: string;
  message: string;
  /** The server dials once for each key, however often it is sent. */
  idempotencyKey: string;
}

/** Gives the number that is being dialled: the server's spelling of it where it says one. */
export async function placeCall(api: ApiClient, wish: CallWish): Promise<{ to: string }> {
  const { agentId, phoneNumber, message, idempotencyKey } = wish;
  const answer = await api.send(routes.placeCall, {
    params: { agentId },
    body: { phoneNumber, message },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
  const { to } = Object(answer) as { to?: unknown };
  return { to: typeof to === 'string' && to !== '' ? to : phoneNumber };
}

export function callStartedText(to: string): string {
  return `Call to ${to} initiated successfully!`;
}

export const callAgainFailedText = 'Failed to initiate call. Please try again.';

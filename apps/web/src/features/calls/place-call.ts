import { routes } from '@parley/contract';
import type { ApiClient } from '../../lib/api-client.ts';

export interface CallRequest {
  agentId: string;
  phoneNumber: string;
  message: string;
  /** Whom of those behind the number it is for. */
  contactId?: string | null;
  /** What it is placed for: nobody else can call back at the same time. */
  followUpId?: string | null;
  templateId?: string | null;
  /** The server dials once for each key. */
  idempotencyKey: string;
}

/** Resolves with the dialled number: as the server normalized it, or else as it was sent. */
export async function placeCall(api: ApiClient, request: CallRequest): Promise<{ to: string }> {
  const { agentId, phoneNumber, message, idempotencyKey } = request;
  const { contactId, followUpId, templateId } = request;
  const answer = await api.send(routes.placeCall, {
    params: { agentId },
    body: {
      phoneNumber,
      message,
      ...(contactId == null ? {} : { contactId }),
      ...(followUpId == null ? {} : { followUpId }),
      ...(templateId == null ? {} : { templateId }),
    },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
  const { to } = Object(answer) as { to?: unknown };
  return { to: typeof to === 'string' && to !== '' ? to : phoneNumber };
}

export function callStartedText(to: string): string {
  return `Call to ${to} initiated successfully!`;
}

export const callAgainFailedText = 'Failed to initiate call. Please try again.';

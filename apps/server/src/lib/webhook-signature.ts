import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret of Standard Webhooks: 32 random bytes. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

export interface SignedEvent {
  /** The same whenever the event is sent. */
  readonly id: string;
  /** Of the attempt. */
  readonly atMs: number;
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0.0, with a signature for each secret that counts at the time. */
export function webhookHeaders(
  { id, atMs, body }: SignedEvent,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  };
}

/** The header `webhook-id` of a delivery. It has no dots, which separate what is signed. */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`;

const webhookSegments = {
  voice: 'voice',
  inbound: 'inbound',
  status: 'status',
  amd: 'amd',
  relayDone: 'relay-done',
  streamDone: 'stream-done',
  briefing: 'briefing',
  takeCall: 'take-call',
  handOverDone: 'hand-over-done',
  text: 'text',
  textReport: 'text-report',
  recording: 'recording',
  consent: 'recording-consent',
  fallback: 'fallback',
} as const;
export type WebhookName = keyof typeof webhookSegments;
export const webhookNames = Object.keys(webhookSegments) as WebhookName[];

export const socketNames = ['relay', 'media'] as const;
export type SocketName = (typeof socketNames)[number];

/**
 * The webhooks that Twilio requests. The id of the call is in the query, under `call`. A connection has paths of its own,
 * with its id in them; those without one are of the environment's account and of sandboxes.
 */
export function webhookPath(name: WebhookName, connectionId: string | null): string {
  return `/webhooks/twilio/${connectionId === null ? '' : `${connectionId}/`}${webhookSegments[name]}`;
}

/** Where Twilio opens its websockets. */
export function socketPath(name: SocketName, connectionId: string | null): string {
  return `/voice/${connectionId === null ? '' : `${connectionId}/`}${name}`;
}

const ofConnection =
  /^\/(?:webhooks\/twilio|voice)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** The connection that a path names; null where it names none. */
export function connectionIdOf(path: string): string | null {
  return ofConnection.exec(path)?.[1] ?? null;
}

/** The webhooks that Twilio requests. The id of the call is in the query, under `call`. */
export const webhookPaths = {
  voice: '/webhooks/twilio/voice',
  inbound: '/webhooks/twilio/inbound',
  status: '/webhooks/twilio/status',
  amd: '/webhooks/twilio/amd',
  relayDone: '/webhooks/twilio/relay-done',
  streamDone: '/webhooks/twilio/stream-done',
  fallback: '/webhooks/twilio/fallback',
} as const;
export type WebhookName = keyof typeof webhookPaths;

/** Where Twilio opens its websockets. */
export const socketPaths = { relay: '/voice/relay', media: '/voice/media' } as const;

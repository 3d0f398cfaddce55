/** What an endpoint can be told of, as screens say it. Without schemas, for pages that only name them. */
export const webhookEventTypes = {
  'call.started': 'A call was placed or came in',
  'call.answered': 'Somebody or something answered',
  'call.ended': 'A call is over',
  'call.failed': 'A call failed',
  'call.summarized': 'The summary of a call is ready',
  'recording.ready': 'A recording can be played',
  'recording.deleted': 'A recording was deleted',
  'transfer.requested': 'A caller is being connected with a person',
  'transfer.completed': 'A caller was connected with a person',
  'transfer.failed': 'Nobody could be connected',
  'campaign.started': 'A campaign has begun to call',
  'campaign.paused': 'A campaign was paused',
  'campaign.completed': 'A campaign is over',
  'recipient.suppressed': 'Somebody was taken out of a campaign',
  'dnc.added': 'A number must not be called any more',
  'follow_up.created': 'Somebody has to do something',
  'agent.published': 'A version of an agent was published',
} as const;
export type WebhookEventType = keyof typeof webhookEventTypes;

export const webhookEventNames = Object.keys(webhookEventTypes) as [WebhookEventType, ...WebhookEventType[]];

/** Sent when somebody presses the button, whatever the endpoint has chosen. */
export const webhookTestType = 'webhook.test';
export type SentEventType = WebhookEventType | typeof webhookTestType;

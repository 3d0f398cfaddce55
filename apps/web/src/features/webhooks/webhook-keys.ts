/** Here and not with the others, which every page loads. */
export const webhookKeys = {
  all: ['webhooks'],
  deliveries: (endpointId: string, state: string) => ['webhooks', 'deliveries', endpointId, state],
  delivery: (endpointId: string, id: string) => ['webhooks', 'delivery', endpointId, id],
} as const;

/** Here and not with the others, which every page loads. */
export const webhookKeys = {
  /** The first page alone, below the list: what is sent outdates both. */
  latest: (endpointId: string, state: string) => ['webhooks', 'latest', endpointId, state],
  /** All loaded pages. */
  allDeliveries: ['webhook-deliveries'],
  deliveries: (endpointId: string, state: string) => ['webhook-deliveries', endpointId, state],
  /**
   * Not below the list, which is fetched again whenever something is sent: reading one is in the audit log. It is fetched
   * again when the list says that it has changed.
   */
  delivery: (endpointId: string, id: string, seen: string) => ['webhook-delivery', endpointId, id, seen],
} as const;
